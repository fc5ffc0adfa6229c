import type { PlayerState } from '../control/state';
import { clampTo, type Span } from './live';

/** The part of a source that is all there is to see: a clip, or what is to become one. Seconds on the source's timeline. */
export interface Stretch {
  from: number;
  to: number;
  /** Begins anew at its end instead of stopping there. */
  loops: boolean;
}

/** Closer to the end than this there is no further picture to show. */
const LAST_PICTURE = 0.05;

/** The state of the player as if there were nothing but the stretch: it is never live, and ends where the stretch does. */
export function confined(change: Partial<PlayerState>, stretch: Stretch): Partial<PlayerState> {
  const { position, span, phase } = change;
  if (position === undefined || span === undefined) return change;
  return {
    ...change,
    span: within(span, stretch),
    live: false,
    behind: 0,
    atEdge: false,
    phase: phase === 'pause' && isOver(position, stretch) ? 'complete' : (phase ?? 'ready'),
  };
}

/** Where the last picture of a stretch is shown. */
export function lastOf({ to }: Stretch): number {
  return to - LAST_PICTURE / 2;
}

/** What of a stretch is there yet: one whose end is still being recorded is shorter for a moment. */
function within(span: Span, { from, to }: Stretch): Span {
  return { start: clampTo(span, from), end: clampTo(span, to) };
}

export function isOver(position: number, { to }: Stretch): boolean {
  return position >= to - LAST_PICTURE;
}
