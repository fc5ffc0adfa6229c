import { waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '#/api/keys';
import type { Profile } from '#/api/types';
import { favourites, favouritesName, isFavourite, recallFavourites, toggleFavourite } from '#/lib/favourites';
import { session } from '#/lib/session';
import { local } from '#/lib/storage';
import { aClient } from '#/testing/render';
import { ok, problem, useServer } from '#/testing/server';
import { keepFavourites } from './keep-favourites';

vi.mock('#/ui/toast', () => ({ showToast: vi.fn<() => Promise<void>>(() => Promise.resolve()) }));
const { showToast } = await import('#/ui/toast');

const server = useServer();
const fan = { id: 7 } as Profile;
const on = (key: Parameters<typeof toggleFavourite>[0]) => isFavourite(favourites.getState(), key);
let stop: () => void;

/** A server that keeps favourites, and what it was asked. */
function aKeeper(rows: Map<string, number> = new Map()) {
  const asked: string[] = [];
  const types: Record<string, string> = {
    participant: 'participant',
    group: 'participant_group',
    event: 'favorite_event',
  };
  let next = 100;
  server.use(
    http.get('*/api/favorites', () =>
      ok(
        [...rows].map(([key, id]) => {
          const [kind = '', subject] = key.split('-');
          return { id, favoritable_id: Number(subject), favoritable_type: types[kind] };
        }),
      ),
    ),
    http.post('*/api/favorite', async ({ request }) => {
      const body = (await request.json()) as { favoritable_type: string; favoritable_id: number };
      const key = `${body.favoritable_type}-${body.favoritable_id}`;
      asked.push(`+${key}`);
      const id = rows.get(key) ?? next++;
      rows.set(key, id);
      return ok({ id });
    }),
    http.delete('*/api/favorite/:id', ({ params }) => {
      const found = [...rows].find(([, id]) => id === Number(params.id));
      asked.push(`-${found?.[0] ?? 'gone'}`);
      if (!found) return problem(404, 'favorite_not_found');
      rows.delete(found[0]);
      return ok({ id: found[1] });
    }),
  );
  return { rows, asked };
}

function begin(user: Profile | null) {
  session.setState({ user });
  stop = keepFavourites(aClient());
}

beforeEach(() => {
  localStorage.clear();
  keys.setApi('a-key');
  favourites.setState({ kept: [], wishes: new Map() });
  vi.mocked(showToast).mockClear();
});
afterEach(() => {
  stop();
  session.setState({ user: null });
});

describe('a visitor', () => {
  it('keeps favourites in the browser, the newest first', () => {
    begin(null);
    toggleFavourite('event-5');
    toggleFavourite('group-3');
    expect(local.load(favouritesName)).toEqual(['group-3', 'event-5']);
    toggleFavourite('event-5');
    expect(local.load(favouritesName)).toEqual(['group-3']);
    expect(on('event-5')).toBe(false);
  });

  it('follows another tab, and reads nothing but favourites', () => {
    begin(null);
    local.save(favouritesName, ['event-5', 'event-5', 'team-1', 'event-0', 7, null, 'event-1x']);
    window.dispatchEvent(new StorageEvent('storage', { key: `rudy_${favouritesName}` }));
    expect(favourites.getState().kept).toEqual(['event-5']);
  });
});

describe('a user', () => {
  it('has favourites kept with the account', async () => {
    const { rows, asked } = aKeeper(new Map([['group-3', 9]]));
    begin(fan);
    await waitFor(() => expect(on('group-3')).toBe(true));
    toggleFavourite('event-5');
    expect(on('event-5')).toBe(true); // before any answer
    await waitFor(() => expect(favourites.getState().wishes.size).toBe(0));
    expect([...rows.keys()]).toEqual(['group-3', 'event-5']);
    expect(asked).toEqual(['+event-5']);
    expect(local.load(favouritesName)).toBeNull();
  });

  it('has the favourites of the account on a TV, which may not change them', async () => {
    aKeeper(new Map([['group-3', 9]]));
    server.use(http.post('*/api/favorites/merge', () => problem(403, 'device_not_allowed')));
    local.save(favouritesName, ['event-5']);
    begin(fan);
    await waitFor(() => expect(on('group-3')).toBe(true));
    expect(local.load(favouritesName)).toEqual(['event-5']);
    expect(showToast).not.toHaveBeenCalled();
  });

  it('may press as often as they like: the last press counts', async () => {
    const { rows } = aKeeper();
    begin(fan);
    for (let presses = 0; presses < 7; presses++) toggleFavourite('event-5');
    await waitFor(() => expect(favourites.getState().wishes.size).toBe(0));
    expect([...rows.keys()]).toEqual(['event-5']);
    for (let presses = 0; presses < 4; presses++) {
      toggleFavourite('event-5');
      await Promise.resolve();
    }
    await waitFor(() => expect(favourites.getState().wishes.size).toBe(0));
    expect([...rows.keys()]).toEqual(['event-5']);
    expect(on('event-5')).toBe(true);
  });

  it('removes what another device removed', async () => {
    const { rows } = aKeeper(new Map([['event-5', 9]]));
    begin(fan);
    await waitFor(() => expect(on('event-5')).toBe(true));
    rows.clear();
    toggleFavourite('event-5');
    await waitFor(() => expect(favourites.getState().wishes.size).toBe(0));
    expect(on('event-5')).toBe(false);
    expect(showToast).not.toHaveBeenCalled();
  });

  it('is told when a press could not be kept, and the star goes back', async () => {
    aKeeper();
    server.use(http.post('*/api/favorite', () => problem(422, 'too_many_favorites', { detail: 'Remove one first.' })));
    begin(fan);
    toggleFavourite('event-5');
    await waitFor(() =>
      expect(showToast).toHaveBeenCalledWith(expect.stringContaining('Remove one first'), expect.anything()),
    );
    expect(on('event-5')).toBe(false);
  });
});

describe('a user who comes back', () => {
  const again = () => {
    stop();
    favourites.setState({ kept: [], wishes: new Map() });
    recallFavourites();
  };

  it('sees their stars before the server is asked', async () => {
    aKeeper(new Map([['group-3', 9]]));
    begin(fan);
    await waitFor(() => expect(on('group-3')).toBe(true));
    again();
    expect(favourites.getState().kept).toEqual(['group-3']);
  });

  it('sees none of somebody else', async () => {
    aKeeper(new Map([['group-3', 9]]));
    begin(fan);
    await waitFor(() => expect(on('group-3')).toBe(true));
    stop();
    session.setState({ user: { id: 8 } as Profile });
    again();
    expect(favourites.getState().kept).toEqual([]);
  });

  it('leaves nothing of them behind', async () => {
    aKeeper(new Map([['group-3', 9]]));
    begin(fan);
    await waitFor(() => expect(on('group-3')).toBe(true));
    session.setState({ user: null });
    expect(JSON.stringify(localStorage)).not.toContain('group-3');
  });
});

describe('logging in', () => {
  it('hands over what the visitor chose, once', async () => {
    const { rows } = aKeeper();
    const merged: unknown[] = [];
    server.use(
      http.post('*/api/favorites/merge', async ({ request }) => {
        merged.push(((await request.json()) as { favorites: unknown }).favorites);
        rows.set('event-5', 1).set('group-3', 2);
        return ok({ added: 2, skipped: [] });
      }),
    );
    begin(null);
    toggleFavourite('group-3');
    toggleFavourite('event-5');
    session.setState({ user: fan });
    const text = '2 favourites from this device are now in your account.';
    await waitFor(() => expect(showToast).toHaveBeenCalledWith(text, expect.anything()));
    expect(merged).toEqual([
      [
        { favoritable_type: 'event', favoritable_id: 5 },
        { favoritable_type: 'group', favoritable_id: 3 },
      ],
    ]);
    expect(local.load(favouritesName)).toBeNull();
    await waitFor(() => expect(favourites.getState().kept.toSorted()).toEqual(['event-5', 'group-3']));
    session.setState({ user: null });
    expect(favourites.getState().kept).toEqual([]);
  });

  it('keeps them here while they cannot be handed over', async () => {
    aKeeper();
    let tries = 0;
    server.use(
      http.post('*/api/favorites/merge', () => {
        tries++;
        return HttpResponse.json({}, { status: 500 });
      }),
    );
    begin(null);
    toggleFavourite('event-5');
    session.setState({ user: fan });
    await waitFor(() => expect(tries).toBeGreaterThan(0));
    expect(local.load(favouritesName)).toEqual(['event-5']);
  });
});
