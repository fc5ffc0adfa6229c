/** What of a recording a clip takes. All values are seconds on the recording's timeline, exact to the millisecond. */
export interface Trim {
  start: number;
  end: number;
}

/** What is recorded, or the part of it that is in sight. */
export interface Range {
  from: number;
  to: number;
}

export type Edge = keyof Trim;

export const SHORTEST = 1;
export const LONGEST = 300;
/** How much before the playhead is taken at first, and what else is offered. */
export const USUAL = 30;
export const OFFERED = [15, 30, 60] as const;

/** In sight beside what is taken. */
const MARGIN = 15;
/** The least that is in sight, where so much is recorded. */
const SIGHT = 60;
/** Closer to the border of what is in sight than this share of it, an edge cannot be moved well. */
const TIGHT = 0.04;
/** What is taken must not shrink to less than this share of what is in sight. */
const SMALL = 0.12;

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), Math.max(low, high));
}

function exact(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}

export function lengthOf(trim: Trim): number {
  return exact(trim.end - trim.start);
}

/** So many seconds before the playhead; near the beginning, where there are not so many, what comes after it as well. */
export function lastSeconds(playhead: number, length: number, recorded: Range): Trim {
  const wanted = clamp(playhead, recorded.from, recorded.to);
  const start = Math.max(recorded.from, wanted - length);
  const end = wanted - start < Math.min(length, SHORTEST * 5) ? Math.min(recorded.to, start + length) : wanted;
  return { start: exact(start), end: exact(end) };
}

/** Whether what is taken is just so many seconds before the playhead. */
export function areLastSeconds(trim: Trim, playhead: number, length: number): boolean {
  return trim.end === exact(playhead) && lengthOf(trim) === length;
}

/** Moves one edge, as far as what is recorded and the shortest and longest clip allow. The other edge stays. */
export function moveEdge(trim: Trim, edge: Edge, to: number, recorded: Range): Trim {
  const { start, end } = trim;
  if (edge === 'start') return { start: exact(clamp(to, Math.max(recorded.from, end - LONGEST), end - SHORTEST)), end };
  return { start, end: exact(clamp(to, start + SHORTEST, Math.min(recorded.to, start + LONGEST))) };
}

/** How far one edge can be moved. */
export function reachOf(trim: Trim, edge: Edge, recorded: Range): Range {
  const low = moveEdge(trim, edge, Number.NEGATIVE_INFINITY, recorded)[edge];
  return { from: low, to: moveEdge(trim, edge, Number.POSITIVE_INFINITY, recorded)[edge] };
}

/** What is shown around a trim. */
export function sightOf(trim: Trim, recorded: Range): Range {
  const margin = Math.max(MARGIN, lengthOf(trim) / 4);
  const missing = Math.max(0, SIGHT - (lengthOf(trim) + 2 * margin)) / 2;
  const from = Math.max(recorded.from, trim.start - margin - missing);
  const to = Math.min(recorded.to, Math.max(trim.end + margin + missing, from + SIGHT));
  return { from: Math.max(recorded.from, Math.min(from, to - SIGHT)), to };
}

/** What is shown after a trim has changed: the same as before while both edges can be moved well in it. */
export function keepSight(sight: Range, trim: Trim, recorded: Range): Range {
  const length = sight.to - sight.from;
  const near = length * TIGHT;
  const before = trim.start - sight.from >= near || sight.from <= recorded.from;
  const after = sight.to - trim.end >= near || sight.to >= recorded.to;
  const inside = trim.start >= sight.from && trim.end <= sight.to;
  const fits = inside && before && after && lengthOf(trim) >= length * SMALL;
  return fits ? sight : sightOf(trim, recorded);
}

/** Where a position lies in what is in sight, 0 to 1. */
export function shareAt(sight: Range, position: number): number {
  const length = sight.to - sight.from;
  return length > 0 ? clamp((position - sight.from) / length, 0, 1) : 0;
}

export function positionAt(sight: Range, share: number): number {
  return exact(sight.from + (sight.to - sight.from) * clamp(share, 0, 1));
}

/** What a key does to an edge: a place to go to, or by how many seconds. A picture is `frame` seconds long. */
export function keyMove(key: string, frame: number): number | 'from' | 'to' | null {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return -1;
    case 'ArrowRight':
    case 'ArrowUp':
      return 1;
    case 'PageDown':
      return -10;
    case 'PageUp':
      return 10;
    case ',':
      return -frame;
    case '.':
      return frame;
    case 'Home':
      return 'from';
    case 'End':
      return 'to';
    default:
      return null;
  }
}
