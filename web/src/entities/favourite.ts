/** Kinds of things that can be favourites, in the words of the call that adds one. */
export const favouriteKinds = ['participant', 'group', 'category', 'event', 'location'] as const;
export type FavouriteKind = (typeof favouriteKinds)[number];

/** Names one thing that can be a favourite, as lists are asked for it: `participant-12`. */
export type FavouriteKey = `${FavouriteKind}-${number}`;

/** What is kept of a visitor's favourites; the server takes over no more at once. */
export const mostKept = 100;

/** A key that nothing has, to ask for the events of no favourites at all. */
export const noFavourite: FavouriteKey = 'event-0';

export function favouriteKey(kind: FavouriteKind, id: number): FavouriteKey {
  return `${kind}-${id}`;
}

export function splitKey(key: FavouriteKey): { kind: FavouriteKind; id: number } {
  const [kind, id] = key.split('-') as [FavouriteKind, string];
  return { kind, id: Number(id) };
}

/** The keys in something that was stored; whatever else is there is dropped. */
export function readKeys(raw: unknown): FavouriteKey[] {
  if (!Array.isArray(raw)) return [];
  const good = /^(participant|group|category|event|location)-[1-9]\d{0,15}$/;
  return [...new Set(raw)].filter((key): key is FavouriteKey => good.test(String(key))).slice(0, mostKept);
}

const answered: Record<string, FavouriteKind> = {
  participant: 'participant',
  participant_group: 'group',
  event_category: 'category',
  favorite_event: 'event',
  event_location: 'location',
};

/** The kind that answers call so. */
export function kindOf(type: string): FavouriteKind | undefined {
  return answered[type];
}
