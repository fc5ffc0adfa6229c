import { createStore, useStore } from 'zustand';
import { type FavouriteKey, noFavourite, readKeys } from '#/entities/favourite';
import { isSignedIn, session, useUser } from './session';
import { local } from './storage';

interface Favourites {
  /** What is kept, the newest first: with the user, else in this browser. */
  kept: readonly FavouriteKey[];
  /** What was pressed and is not kept yet: whether it shall be a favourite. */
  wishes: ReadonlyMap<FavouriteKey, boolean>;
}

/** Where a visitor's favourites are stored. */
export const favouritesName = 'favourites';
/** Where this browser notes those of its user, for the first paint of the next visit. */
const usersName = 'users_favourites';

/** Presses only wish; app/keep-favourites.ts sees to it that wishes come true. */
export const favourites = createStore<Favourites>(() => ({ kept: [], wishes: new Map() }));

/**
 * Shows what this browser knows of the favourites of whoever is here, so that no star changes once the server has told
 * a user's. What was chosen before the log in is on its way to the account.
 */
export function recallFavourites(): void {
  const { user } = session.getState();
  if (!user && !isSignedIn()) local.forget(usersName);
  const noted = user ? (local.load(usersName) as { user?: unknown; keys?: unknown } | null) : null;
  const users = noted?.user === user?.id ? readKeys(noted?.keys) : [];
  favourites.setState({ kept: [...new Set([...users, ...readKeys(local.load(favouritesName))])] });
}

/** Shows a user's favourites, and notes them in this browser. */
export function tellFavourites(user: number, kept: readonly FavouriteKey[]): void {
  local.save(usersName, { user, keys: kept });
  favourites.setState({ kept });
}

export function isFavourite({ kept, wishes }: Favourites, key: FavouriteKey): boolean {
  return wishes.get(key) ?? kept.includes(key);
}

export function useFavourite(key: FavouriteKey): boolean {
  return useStore(favourites, (state) => isFavourite(state, key));
}

/** Whether there may be any: a user's are not known at once. */
export function useHasFavourites(): boolean {
  const some = useStore(favourites, (state) => state.kept.length > 0);
  return useUser() !== null || some;
}

/** Makes something a favourite, or no longer one; tells which. What it is to be shows at once. */
export function toggleFavourite(key: FavouriteKey): boolean {
  const state = favourites.getState();
  const on = !isFavourite(state, key);
  favourites.setState({ wishes: new Map(state.wishes).set(key, on) });
  return on;
}

/** What lists are asked for events of favourites: the server knows a user's, a visitor names theirs. */
export function useFavouritesAsked(): string {
  const kept = useStore(favourites, (state) => state.kept);
  return useUser() ? '1' : kept.join(',') || noFavourite;
}

/** The same outside of components; null when there is nothing to ask for. */
export function favouritesAsked(): string | null {
  return session.getState().user ? '1' : favourites.getState().kept.join(',') || null;
}
