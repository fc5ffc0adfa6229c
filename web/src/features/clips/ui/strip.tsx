import { useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { counter, spokenPosition } from '#/entities/duration';
import { type Edge, keyMove, positionAt, type Range, reachOf, shareAt, type Trim } from '../logic/trim';
import { Pictures } from './pictures';

interface StripProps {
  trim: Trim;
  sight: Range;
  recorded: Range;
  /** Where the strip's pictures come from. */
  video: HTMLVideoElement | null;
  frame: () => number;
  /** An edge is being moved. */
  onMove: (edge: Edge, to: number) => void;
  /** An edge has been let go. */
  onRest: (edge: Edge) => void;
}

const percent = (share: number) => `${(share * 100).toFixed(3)}%`;

/** What is in sight as a strip of pictures, the chosen part of it between two edges that can be dragged. */
export function Strip({ trim, sight, recorded, video, frame, onMove, onRest }: StripProps) {
  const strip = useRef<HTMLDivElement>(null);
  const positionOf = (event: PointerEvent) => {
    const box = strip.current?.getBoundingClientRect();
    return positionAt(sight, box && box.width > 0 ? (event.clientX - box.left) / box.width : 0);
  };
  const [left, right] = [shareAt(sight, trim.start), shareAt(sight, trim.end)];
  const edge = (name: Edge) => (
    <Handle
      edge={name}
      at={trim[name]}
      reach={reachOf(trim, name, recorded)}
      share={name === 'start' ? left : right}
      frame={frame}
      positionOf={positionOf}
      onMove={(to) => onMove(name, to)}
      onRest={() => onRest(name)}
    />
  );
  return (
    <>
      <div className="strip" ref={strip}>
        <Pictures video={video} sight={sight} />
        <div className="strip__off" style={{ left: 0, width: percent(left) }} />
        <div className="strip__off" style={{ left: percent(right), right: 0 }} />
        <div className="strip__w" style={{ left: percent(left), width: percent(right - left) }} />
        {edge('start')}
        {edge('end')}
      </div>
      <Ruler sight={sight} />
    </>
  );
}

interface HandleProps {
  edge: Edge;
  at: number;
  reach: Range;
  share: number;
  frame: () => number;
  positionOf: (event: PointerEvent) => number;
  onMove: (to: number) => void;
  onRest: () => void;
}

function Handle({ edge, at, reach, share, frame, positionOf, onMove, onRest }: HandleProps) {
  const { t, i18n } = useLingui();
  const dragged = useRef(false);
  const said = spokenPosition(at, i18n.locale);
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    event.currentTarget.focus();
    dragged.current = true;
  };
  const release = () => {
    if (!dragged.current) return;
    dragged.current = false;
    onRest();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const move = keyMove(event.key, frame());
    if (move === null) return;
    event.preventDefault();
    onMove(typeof move === 'number' ? at + move : reach[move]);
    onRest();
  };
  return (
    <div
      className={`hd hd--${edge}`}
      style={{ left: percent(share) }}
      role="slider"
      tabIndex={0}
      aria-label={edge === 'start' ? t`Start of the clip` : t`End of the clip`}
      aria-valuemin={Math.floor(reach.from)}
      aria-valuemax={Math.ceil(reach.to)}
      aria-valuenow={Math.round(at)}
      aria-valuetext={edge === 'start' ? t`from ${said}` : t`to ${said}`}
      onPointerDown={onPointerDown}
      onPointerMove={(event) => dragged.current && onMove(positionOf(event))}
      onPointerUp={release}
      onPointerCancel={release}
      onKeyDown={onKeyDown}
    >
      <output aria-hidden="true">{counter(at)}</output>
      <i />
    </div>
  );
}

/** Where the strip says what time it is, as shares of it. */
const MARKS = [0, 0.25, 0.5, 0.75, 1];

function Ruler({ sight }: { sight: Range }) {
  return (
    <div className="ruler" aria-hidden="true">
      {MARKS.map((share) => (
        <span key={share}>{counter(positionAt(sight, share))}</span>
      ))}
    </div>
  );
}
