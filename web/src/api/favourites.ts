import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type FavouriteKey, favouriteKey, kindOf, splitKey } from '#/entities/favourite';
import { get, getPage, post, remove } from './client';
import type { EventSummary, Favourite, MergedFavourites } from './types';

/** What the user follows, the newest first, each with the id by which it is removed. */
export async function fetchFavourites(): Promise<Map<FavouriteKey, number>> {
  const all = await get<Favourite[]>('/favorites');
  return new Map(
    all.flatMap(({ id, favoritable_id, favoritable_type }) => {
      const kind = kindOf(favoritable_type);
      return kind ? [[favouriteKey(kind, favoritable_id), id] as const] : [];
    }),
  );
}

const named = (key: FavouriteKey) => {
  const { kind, id } = splitKey(key);
  return { favoritable_type: kind, favoritable_id: id };
};

export async function addFavourite(key: FavouriteKey): Promise<number> {
  return (await post<Favourite>('/favorite', named(key))).id;
}

export async function removeFavourite(id: number): Promise<void> {
  await remove(`/favorite/${id}`);
}

export function mergeFavourites(keys: readonly FavouriteKey[]): Promise<MergedFavourites> {
  return post<MergedFavourites>('/favorites/merge', { favorites: keys.map(named) });
}

/** Most events in a row of favourites. */
const inRail = 12;

/** What is live or to come of favourites, by `favouritesAsked`. */
export const favouriteEventsQuery = (favorites: string) =>
  queryOptions({
    queryKey: ['events', { favorites, of: 'home' }],
    queryFn: ({ signal }) =>
      getPage<EventSummary>(
        '/events',
        { favorites, stream_status: 'live,upcoming', sort_field: 'date', sort_direction: 'asc', limit: inRail },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });

/** Since when the calendar of favourites has its address; null without one. */
export const favouritesFeedQuery = () =>
  queryOptions({
    queryKey: ['favorites-feed'],
    queryFn: ({ signal }) => get<{ created_at: string | null }>('/favorites/feed', undefined, { signal }),
  });

/** Gives the calendar of favourites a new address, told this once. */
export async function renewFavouritesFeed(): Promise<string> {
  return (await post<{ path: string }>('/favorites/feed')).path;
}

export async function endFavouritesFeed(): Promise<void> {
  await remove('/favorites/feed');
}
