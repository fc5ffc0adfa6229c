/** Speeds on offer, slowest first. */
export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2] as const;

/** The next speed in a direction; the ends stay. A speed not on offer moves to its neighbour. */
export function stepSpeed(speed: number, step: 1 | -1): number {
  const next = step > 0 ? SPEEDS.find((s) => s > speed) : SPEEDS.findLast((s) => s < speed);
  return next ?? speed;
}

/** A stored speed, or 1 when it is none of ours. */
export function knownSpeed(speed: unknown): number {
  return SPEEDS.find((s) => s === speed) ?? 1;
}
