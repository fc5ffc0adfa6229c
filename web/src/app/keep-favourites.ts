import { i18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import { failureOf, hasCode, statusOf } from '#/api/failure';
import { addFavourite, fetchFavourites, mergeFavourites, removeFavourite } from '#/api/favourites';
import { type FavouriteKey, mostKept, readKeys } from '#/entities/favourite';
import { favourites, favouritesName, recallFavourites, tellFavourites } from '#/lib/favourites';
import { renew } from '#/lib/renew';
import { session } from '#/lib/session';
import { local } from '#/lib/storage';
import { showToast } from '#/ui/toast';

/**
 * Keeps what people make a favourite: with the user, else in this browser, from where it goes to the user at the next log
 * in. Of many presses on one thing the last one counts, however the answers come. Returns the way to stop.
 */
export function keepFavourites(client: QueryClient): () => void {
  const keeper = new Keeper(client);
  const stops = [
    session.subscribe(() => keeper.follow()),
    favourites.subscribe(() => keeper.grant()),
    local.watch(favouritesName, () => keeper.readAgain()),
  ];
  keeper.follow();
  keeper.grant();
  return () => {
    for (const stop of stops) stop();
  };
}

class Keeper {
  readonly #client: QueryClient;
  /** What the server has of this user, with the ids by which it is removed. */
  #rows = new Map<FavouriteKey, number>();
  #user: number | null = null;
  #loading: Promise<void> = Promise.resolve();
  readonly #busy = new Set<FavouriteKey>();

  constructor(client: QueryClient) {
    this.#client = client;
  }

  /** Becomes the keeper of whoever is logged in now. */
  follow(): void {
    const user = session.getState().user?.id ?? null;
    if (user === this.#user) return;
    this.#user = user;
    this.#rows = new Map();
    recallFavourites();
    if (user === null) {
      favourites.setState({ wishes: new Map() });
    } else {
      this.#loading = this.#load(user).catch(() => undefined);
    }
  }

  /** Another tab of this visitor changed them. */
  readAgain(): void {
    if (this.#user === null) recallFavourites();
  }

  /** Has every wish come true that nobody works on. */
  grant(): void {
    for (const [key, on] of favourites.getState().wishes) {
      if (this.#user === null) this.#keepHere(key, on);
      else if (!this.#busy.has(key)) void this.#keepThere(key, this.#user);
    }
  }

  async #load(user: number): Promise<void> {
    const brought = readKeys(local.load(favouritesName));
    if (brought.length > 0) await this.#merge(brought);
    const rows = await fetchFavourites();
    if (this.#user !== user) return;
    this.#rows = rows;
    tellFavourites(user, [...rows.keys()]);
  }

  /**
   * Hands over what was chosen before the log in. It stays in this browser until that worked. A TV that was let in by a
   * code may not change favourites, and goes on with those of the account.
   */
  async #merge(brought: FavouriteKey[]): Promise<void> {
    const merged = await mergeFavourites(brought).catch((error: unknown) => {
      if (hasCode(error, 'device_not_allowed')) return null;
      throw error;
    });
    if (!merged) return;
    const { added } = merged;
    local.forget(favouritesName);
    if (added === 0) return;
    this.#renew();
    const text = msg`${plural(added, {
      one: '# favourite from this device is now in your account.',
      other: '# favourites from this device are now in your account.',
    })}`;
    void showToast(i18n._(text), { type: 'success', id: 'favourites' });
  }

  #keepHere(key: FavouriteKey, on: boolean): void {
    const { kept, wishes } = favourites.getState();
    const others = kept.filter((one) => one !== key);
    const next = (on ? [key, ...others] : others).slice(0, mostKept);
    const first = on && kept.length === 0;
    const left = new Map(wishes);
    left.delete(key);
    local.save(favouritesName, next);
    favourites.setState({ kept: next, wishes: left });
    if (first) void showToast(i18n._(msg`Saved here. Log in to sync.`), { id: 'favourites' });
  }

  async #keepThere(key: FavouriteKey, user: number): Promise<void> {
    this.#busy.add(key);
    try {
      await this.#loading;
      for (let on = wish(key); on !== undefined && this.#user === user; on = wish(key)) {
        // The wish may change while the call is under way: only one that is fulfilled ends the work.
        if (on === this.#rows.has(key)) this.#done(key, user);
        else await this.#call(key, on);
      }
      this.#renew();
    } catch (error) {
      if (this.#user === user) this.#done(key, user);
      const failure = failureOf(error);
      // What the server refuses it explains; anything else can be tried again.
      const text =
        failure?.kind === 'problem' && failure.status === 422
          ? failure.detail
          : i18n._(msg`Your favourites could not be saved. Please try again.`);
      void showToast(text, { type: 'error', id: 'favourites' });
    } finally {
      this.#busy.delete(key);
    }
    if (wish(key) !== undefined) this.grant();
  }

  async #call(key: FavouriteKey, on: boolean): Promise<void> {
    if (on) {
      const rows = this.#rows;
      const id = await addFavourite(key);
      this.#rows = new Map([[key, id], ...rows]);
      return;
    }
    await removeFavourite(this.#rows.get(key) ?? 0).catch((error: unknown) => {
      // Gone already, by another device.
      if (statusOf(error) !== 404) throw error;
    });
    this.#rows.delete(key);
  }

  #done(key: FavouriteKey, user: number): void {
    tellFavourites(user, [...this.#rows.keys()]);
    const wishes = new Map(favourites.getState().wishes);
    wishes.delete(key);
    favourites.setState({ wishes });
  }

  /** Lists of the events of favourites are other lists now. */
  #renew(): void {
    void renew(this.#client, { predicate: ({ queryKey }) => queryKey.some(isOfFavourites) });
  }
}

function wish(key: FavouriteKey): boolean | undefined {
  return favourites.getState().wishes.get(key);
}

function isOfFavourites(part: unknown): boolean {
  return typeof part === 'object' && part !== null && 'favorites' in part;
}
