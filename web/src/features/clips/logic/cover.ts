import type { ClipCover } from '#/api/types';
import type { Range, Trim } from './trim';

/** How much of a game a user's clips show together once a stretch is added, in seconds. What several show counts once. */
export function coveredWith({ stretches }: Pick<ClipCover, 'stretches'>, { start, end }: Trim): number {
  const all: Range[] = [...stretches, { from: start, to: end }].toSorted((a, b) => a.from - b.from);
  let [sum, until] = [0, 0];
  for (const { from, to } of all) {
    sum += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return sum;
}

/** How many seconds a user's clips may still show, and whether a stretch is too much; null without a bound. */
export function roomFor(cover: ClipCover, trim: Trim): { left: number; over: boolean } | null {
  if (!cover.limited) return null;
  // Half a millisecond of arithmetic is no second of a game.
  const over = coveredWith(cover, trim) > cover.most + 0.0005;
  return { left: Math.max(0, cover.most - cover.used), over };
}
