import type { Preroll } from '#/api/types';

/** What pre-rolls go by: a game, or a video of the library, whose name is not that of a game. */
export interface Advertised {
  /** Who has seen one before it is spared another. */
  id: number | string;
  location_id: number | null;
  event_category_id: number | null;
}

/** What is about to play, as pre-rolls ask for it. */
export interface Upcoming {
  live: boolean;
  locationId: number | null;
  categoryId: number | null;
}

/** Whether a pre-roll may be shown before something: its kind of stream, its location if given, its category if listed. */
export function fits(preroll: Preroll, { live, locationId, categoryId }: Upcoming): boolean {
  const { for_live, for_vod, location_id, event_categories } = preroll;
  if (!(live ? for_live : for_vod)) return false;
  if (location_id !== null && location_id !== locationId) return false;
  return event_categories.length === 0 || (categoryId !== null && event_categories.includes(categoryId));
}

/** One of those that fit, each as often as its weight says; null where none does. `random` is at least 0 and below 1. */
export function chosen(prerolls: readonly Preroll[], before: Upcoming, random: number): Preroll | null {
  const fitting = prerolls.filter((preroll) => preroll.weight > 0 && fits(preroll, before));
  let left = random * fitting.reduce((sum, { weight }) => sum + weight, 0);
  for (const preroll of fitting) {
    left -= preroll.weight;
    if (left < 0) return preroll;
  }
  return fitting.at(-1) ?? null;
}

/** When a viewer saw a pre-roll before something to its end: epoch milliseconds by viewer and what it was. */
export type Seen = Readonly<Record<string, number>>;

/** The viewer is a user's id; 0 is whoever is not logged in. */
function name(viewer: number, of: Advertised['id']): string {
  return `${viewer}:${of}`;
}

/** Whether a viewer has seen one before this so lately that none is shown. A clock that was set back hides nothing. */
export function isSpared(seen: Seen, viewer: number, of: Advertised['id'], now: number, forMs: number): boolean {
  const at = seen[name(viewer, of)];
  return at !== undefined && at <= now && now - at < forMs;
}

/** What was seen, with one more; what no longer counts is left out. */
export function withSeen(seen: Seen, viewer: number, of: Advertised['id'], now: number, forMs: number): Seen {
  const lately = Object.entries(seen).filter(([, at]) => at <= now && now - at < forMs);
  return { ...Object.fromEntries(lately), [name(viewer, of)]: now };
}

/** What was kept as `Seen`, if it is that. */
export function readSeen(kept: unknown): Seen {
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(
    Object.entries(kept).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  );
}
