/** Live-edge arithmetic. All values are seconds on the media timeline; `livePosition` is where a viewer at the edge plays. */

/** Within this many seconds of the live position a viewer counts as being at the edge. */
const AT_EDGE = 3;
/** A viewer at the edge has to drift this far before the badge turns: between the two it keeps what it showed. */
const LEFT_EDGE = 5;
/** From here speeding up would take too long, so a viewer who follows the edge is moved there. */
const JUMP = LEFT_EDGE;
/** The same on a slow line, where a jump throws away what was loaded and leads to the next stall. */
const SLOW_JUMP = 45;
/** Below this distance the clock of the playlist is not exact enough to act on. */
const CLOSE_ENOUGH = 0.35;
/** Media that must lie ahead of the playhead before playing faster is safe. */
const SPARE_BUFFER = 1;
/** Faster playback that a listener hardly notices, since browsers keep the pitch. */
const CATCH_UP_RATE = 1.06;
/** For who is further behind than FAR, so that catching up takes seconds, not minutes. */
const FAST_CATCH_UP_RATE = 1.2;
const FAR = 1;

/** Seconds between the playhead and the live position, never negative; 0 when the live position is unknown. */
export function secondsBehind(position: number, livePosition: number | null): number {
  return livePosition === null ? 0 : Math.max(0, livePosition - position);
}

/** Whether the badge shows LIVE. Two thresholds, so that it does not flicker while parts arrive. */
export function isAtEdge(was: boolean, behind: number): boolean {
  return behind <= (was ? LEFT_EDGE : AT_EDGE);
}

export type FollowAction = { kind: 'none' } | { kind: 'rate'; rate: number } | { kind: 'jump' };

export interface FollowInput {
  /** The viewer wants the edge: started there or asked for it, and did not seek, pause or slow down since. */
  following: boolean;
  behind: number;
  /** Seconds buffered ahead of the playhead. */
  ahead: number;
  /** The speed the viewer chose. */
  speed: number;
  /** The rate the media plays at now. */
  rate: number;
  /** The line has room to stay close to the edge. */
  close: boolean;
}

/** What keeps a following viewer at the edge: a slightly faster rate for small delays, a jump after a long stall. */
export function followEdge(input: FollowInput): FollowAction {
  const { following, behind, ahead, speed, rate, close } = input;
  const wanted = following ? Math.min(speed, 1) : speed;
  if (!following) return rate === wanted ? { kind: 'none' } : { kind: 'rate', rate: wanted };
  if (behind > (close ? JUMP : SLOW_JUMP)) return { kind: 'jump' };
  const hurry = close && speed >= 1 && behind > CLOSE_ENOUGH && ahead > SPARE_BUFFER;
  const next = hurry ? (behind > FAR ? FAST_CATCH_UP_RATE : CATCH_UP_RATE) : wanted;
  return rate === next ? { kind: 'none' } : { kind: 'rate', rate: next };
}

/** The timeline a viewer can move on: the whole event up to the live position, or the whole recording. */
export interface Span {
  start: number;
  end: number;
}

/**
 * The timeline as it is shown. Where the end would tell how the game went, a recording reaches as far as it was watched:
 * one can go back anywhere and ahead step by step.
 */
export function toldSpan(state: { span: Span; live: boolean; hidesEnd: boolean; reached: number }): Span {
  const { span, live, hidesEnd, reached } = state;
  return hidesEnd && !live ? { start: span.start, end: clampTo(span, reached) } : span;
}

/** Length of a span, never negative. */
export function spanLength(span: Span): number {
  return Math.max(0, span.end - span.start);
}

/** A position moved into the span. */
export function clampTo(span: Span, position: number): number {
  return Math.min(Math.max(position, span.start), Math.max(span.start, span.end));
}

/** Where a position lies in the span, 0 to 1. */
export function fractionOf(span: Span, position: number): number {
  const length = spanLength(span);
  return length === 0 ? 0 : (clampTo(span, position) - span.start) / length;
}

/** The position at a fraction of the span, the fraction cut to 0..1. */
export function positionAt(span: Span, fraction: number): number {
  return span.start + spanLength(span) * Math.min(Math.max(fraction, 0), 1);
}
