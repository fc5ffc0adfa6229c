import { queryOptions } from '@tanstack/react-query';
import { type FavouriteKey, favouriteKey, kindOf, splitKey } from '#/entities/favourite';
import { get, post, remove } from './client';
import type { Favourite, MergedFavourites } from './types';

/** The user’s favourites, newest first, each with the id by which it is removed. */
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
