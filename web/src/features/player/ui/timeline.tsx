import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type PointerEvent, Suspense, useRef, useState } from 'react';
import { spokenPosition, spokenTotal } from '#/entities/duration';
import { lazy } from '#/lib/lazy';
import type { Mark } from '../logic/clusters';
import { chapterAt, type Film } from '../logic/film';
import { sliderMove } from '../logic/keys';
import { fractionOf, positionAt, type Span, spanLength, toldSpan } from '../logic/live';
import { ChapterTicks } from './chapter-ticks';
import { usePlayer, usePlayerState } from './context';
import { Peek } from './peek';

const Marks = lazy(async () => ({ default: (await import('./marks')).Marks }));

const percent = (fraction: number) => `${(fraction * 100).toFixed(3)}%`;

function useToldSpan(): Span {
  const span = usePlayerState((s) => s.span);
  const live = usePlayerState((s) => s.live);
  const hidesEnd = usePlayerState((s) => s.hidesEnd);
  const reached = usePlayerState((s) => (s.hidesEnd ? s.reached : 0));
  return toldSpan({ span, live, hidesEnd, reached });
}

/** The whole event as a line: press, drag or use the slider's keys to move. */
export function Timeline({ marks, film }: { marks: readonly Mark[] | undefined; film: Film | undefined }) {
  const { remote } = usePlayer();
  const span = useToldSpan();
  const position = usePlayerState((s) => s.position);
  const buffered = usePlayerState((s) => s.buffered);
  const live = usePlayerState((s) => s.live);
  const line = useRef<HTMLDivElement>(null);
  const [hover, setHover] = useState<number | null>(null);
  const [drag, setDrag] = useState<number | null>(null);
  /** The knob has the focus, and not by a press. */
  const [focused, setFocused] = useState(false);
  const shown = drag === null ? fractionOf(span, position) : drag;
  const peek = hover ?? drag ?? (focused ? shown : null);

  const fractionAt = (event: PointerEvent) => {
    const box = line.current?.getBoundingClientRect();
    return box && box.width > 0 ? Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) : 0;
  };
  /** A press on a mark or in its list does not move the playhead. */
  const onMark = ({ target }: PointerEvent) => target instanceof Element && target.closest('.tl__ms') !== null;
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0 || onMark(event)) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag(fractionAt(event));
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const at = fractionAt(event);
    if (drag === null && onMark(event)) return setHover(null);
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
      {film && <ChapterTicks chapters={film.chapters} span={span} />}
      {peek !== null && <Peek fraction={peek} span={span} film={film} />}
      {live && <span className="tl__edge" />}
      {marks && marks.length > 0 && (
        <Suspense>
          <Marks marks={marks} span={span} />
        </Suspense>
      )}
      <Knob fraction={shown} film={film} onFocused={setFocused} />
    </div>
  );
}

interface KnobProps {
  fraction: number;
  film: Film | undefined;
  onFocused: (focused: boolean) => void;
}

function Knob({ fraction, film, onFocused }: KnobProps) {
  const { remote, deck } = usePlayer();
  const { t } = useLingui();
  const span = useToldSpan();
  const position = usePlayerState((s) => Math.floor(s.position));
  const text = useSliderText(film);
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
      onFocus={(event) => onFocused(event.currentTarget.matches(':focus-visible'))}
      onBlur={() => onFocused(false)}
    />
  );
}

/** `12 minutes 4 seconds of 1 hour 30, First period`; live `1 hour 10 minutes 30 seconds, 42 seconds behind live`. */
function useSliderText(film: Film | undefined): string {
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
    const chapter = film?.chapters[chapterAt(film.chapters, at)];
    return [t`${said} of ${total}`, chapter?.title].filter(Boolean).join(', ');
  }
  if (atEdge) return t`${said}, live`;
  const late = spokenPosition(behind, lang);
  return t`${said}, ${late} behind live`;
}
