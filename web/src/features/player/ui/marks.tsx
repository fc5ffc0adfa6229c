import { fractionOf, type Span } from '../logic/live';
import { usePlayer } from './context';

/** Something on the timeline. */
export interface Mark {
  id: number;
  /** Wall-clock moment from which it is shown, epoch milliseconds; the mark itself stands at `at`. */
  from: number;
  at: number;
  label: string;
  /** Of the side whose it is; '' for nobody's. */
  colour: string;
}

/**
 * Diamonds on the timeline: press one to see it. They are no stops for Tab, as there may be hundreds: whoever marks them
 * lists them as well.
 */
export function Marks({ marks, span }: { marks: readonly Mark[]; span: Span }) {
  const { deck, remote } = usePlayer();
  return marks.map(({ id, at, from, label, colour }) => {
    const position = deck.engine?.positionOf(at) ?? null;
    if (position === null || position < span.start || position > span.end) return null;
    const left = `${(fractionOf(span, position) * 100).toFixed(3)}%`;
    return (
      <button
        key={id}
        type="button"
        className="tl__m"
        style={{ left, ...(colour && { '--c': colour }) }}
        tabIndex={-1}
        aria-label={label}
        title={label}
        // The line under it would take the press for a drag.
        onPointerDown={(event) => event.stopPropagation()}
        onClick={() => remote.seekToMoment(from)}
      />
    );
  });
}
