import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { counter, spokenPosition, spokenTotal } from '#/entities/duration';
import { timeText } from '#/entities/time';
import { viewerZone } from '#/entities/zones';
import { sliderMove } from '../logic/keys';
import { fractionOf, positionAt, type Span, spanLength, toldSpan } from '../logic/live';
import { usePlayer, usePlayerState } from './context';
import { type Mark, Marks } from './marks';

const percent = (fraction: number) => `${(fraction * 100).toFixed(3)}%`;

function useToldSpan(): Span {
  const span = usePlayerState((s) => s.span);
  const live = usePlayerState((s) => s.live);
  const hidesEnd = usePlayerState((s) => s.hidesEnd);
  const reached = usePlayerState((s) => (s.hidesEnd ? s.reached : 0));
  return toldSpan({ span, live, hidesEnd, reached });
}

/** The whole event as a line: press, drag or use the slider's keys to move. */
export function Timeline({ marks }: { marks: readonly Mark[] | undefined }) {
  const { remote } = usePlayer();
  const span = useToldSpan();
  const position = usePlayerState((s) => s.position);
  const buffered = usePlayerState((s) => s.buffered);
  const live = usePlayerState((s) => s.live);
  const line = useRef<HTMLDivElement>(null);
  const [hover, setHover] = useState<number | null>(null);
  const [drag, setDrag] = useState<number | null>(null);
  const shown = drag === null ? fractionOf(span, position) : drag;

  const fractionAt = (event: PointerEvent) => {
    const box = line.current?.getBoundingClientRect();
    return box && box.width > 0 ? Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) : 0;
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag(fractionAt(event));
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const at = fractionAt(event);
    if (event.pointerType === 'mouse' || drag !== null) setHover(at);
    if (drag !== null) setDrag(at);
  };
  const onPointerUp = () => {
    if (drag !== null) remote.seekTo(positionAt(span, drag));
    release();
  };
  const release = () => {
    setDrag(null);
    setHover(null);
  };

  return (
    <div
      ref={line}
      className="tl"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={release}
      onPointerLeave={() => drag === null && setHover(null)}
    >
      <div className="tl__t">
        <div className="tl__b" style={{ width: percent(fractionOf(span, buffered)) }} />
        <div className="tl__p" style={{ width: percent(shown) }} />
      </div>
      {hover !== null && <HoverTime fraction={hover} />}
      {live && <span className="tl__edge" />}
      {marks && <Marks marks={marks} span={span} />}
      <Knob fraction={shown} />
    </div>
  );
}

/** The time under the pointer, kept inside the line. Live it also says what time it was. */
function HoverTime({ fraction }: { fraction: number }) {
  const { deck } = usePlayer();
  const { i18n } = useLingui();
  const span = useToldSpan();
  const live = usePlayerState((s) => s.live);
  const position = positionAt(span, fraction);
  const clock = live ? (deck.engine?.wallClock(position) ?? null) : null;
  const lang = i18n.locale === 'fr' ? 'fr' : 'en';
  return (
    <span
      className="tl__pop"
      style={{ left: `clamp(56px, ${percent(fraction)}, calc(100% - 56px))` }}
      aria-hidden="true"
    >
      <b>{counter(position - span.start)}</b>
      {clock !== null && <small>{timeText(clock / 1000, lang, viewerZone())}</small>}
    </span>
  );
}

function Knob({ fraction }: { fraction: number }) {
  const { remote, deck } = usePlayer();
  const { t } = useLingui();
  const span = useToldSpan();
  const position = usePlayerState((s) => Math.floor(s.position));
  const text = useSliderText();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const move = sliderMove(event.key);
    if (move === null) return;
    event.preventDefault();
    if (move === 'start') remote.seekTo(deck.state.span.start);
    else if (move === 'end') toEnd();
    else remote.seekTo(deck.state.position + move);
  };
  const toEnd = () => (deck.state.live ? remote.seekEdge() : remote.seekTo(span.end));
  return (
    <span
      className="tl__k"
      style={{ left: percent(fraction) }}
      role="slider"
      tabIndex={0}
      aria-label={t`Seek`}
      aria-valuemin={0}
      aria-valuemax={Math.floor(spanLength(span))}
      aria-valuenow={Math.max(0, Math.floor(position - span.start))}
      aria-valuetext={text}
      onKeyDown={onKeyDown}
    />
  );
}

/** `12 minutes 4 seconds of 1 hour 30`; live `1 hour 10 minutes 30 seconds, 42 seconds behind live`. */
function useSliderText(): string {
  const { t, i18n } = useLingui();
  const lang = i18n.locale;
  const length = usePlayerState((s) => Math.floor(spanLength(s.span)));
  const at = usePlayerState((s) => Math.max(0, Math.floor(s.position - s.span.start)));
  const live = usePlayerState((s) => s.live);
  const hidesEnd = usePlayerState((s) => s.hidesEnd);
  const atEdge = usePlayerState((s) => s.atEdge);
  const behind = usePlayerState((s) => Math.round(s.behind));
  const said = spokenPosition(at, lang);
  if (!live && hidesEnd) return said;
  if (!live) {
    const total = spokenTotal(length, lang);
    return t`${said} of ${total}`;
  }
  if (atEdge) return t`${said}, live`;
  const late = spokenPosition(behind, lang);
  return t`${said}, ${late} behind live`;
}
