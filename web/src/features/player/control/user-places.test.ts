import { beforeEach, expect, it, vi } from 'vitest';
import { keys } from '#/api/keys';
import type { Position } from '#/api/types';
import { leftAt, savePosition } from './memory';
import { itemOfPart, UserPlaces } from './user-places';

const sent = vi.fn<(address: string, body: Blob) => boolean>(() => true);
const film = itemOfPart(7);
const position = (over: Partial<Position> = {}): Position => ({
  type: 'vod',
  item_id: 7,
  position: 600,
  duration: 5400,
  saved_at: '2026-11-22T01:00:00Z',
  ...over,
});
const left = (at: number, of = 5400) => ({ at, of, saved: Date.parse('2026-11-22T02:00:00Z') });

async function told(): Promise<unknown> {
  return JSON.parse((await sent.mock.lastCall?.[1].text()) ?? 'null');
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  keys.setChannel('demo', '/api');
  keys.setApi('k'.repeat(43));
  localStorage.removeItem('rudy_player_positions');
  Object.assign(navigator, { sendBeacon: sent });
  sent.mockClear();
  return () => vi.useRealTimers();
});

it('knows where the user left it on another device, films and games apart', () => {
  const places = new UserPlaces([position(), position({ type: 'event', position: 900, duration: null })]);
  expect(places.left(film)).toMatchObject({ at: 600, of: 5400 });
  expect(places.left('7')).toMatchObject({ at: 900, of: 0 });
  expect(places.left('8')).toBeUndefined();
});

it('goes on where somebody was before they logged in, if that is newer', () => {
  savePosition(film, left(1200), false);
  expect(new UserPlaces([position()]).left(film)?.at).toBe(1200);
  expect(new UserPlaces([position({ saved_at: '2026-11-22T03:00:00Z' })]).left(film)?.at).toBe(600);
  expect(new UserPlaces([]).left(film)?.at).toBe(1200);
});

it('tells the server every few seconds, and at once what may be the last word', async () => {
  savePosition(film, left(100), false);
  const places = new UserPlaces([]);
  places.keep(film, left(600.9), false, false);
  expect(sent).toHaveBeenCalledOnce();
  expect(sent.mock.lastCall?.[0]).toBe('/api/positions');
  expect(await told()).toEqual({
    type: 'vod',
    item_id: 7,
    position: 600,
    duration: 5400,
    live: false,
    api_key: 'k'.repeat(43),
  });
  // It is kept there now, and not here any more.
  expect(leftAt(film)).toBeUndefined();
  expect(places.left(film)?.at).toBe(600.9);
  vi.advanceTimersByTime(5000);
  places.keep(film, left(605), false, false);
  expect(sent).toHaveBeenCalledOnce();
  places.keep(film, left(606), false, true);
  expect(await told()).toMatchObject({ position: 606 });
  places.keep(film, left(606.5), false, true);
  expect(sent).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(12_000);
  places.keep(film, left(618), false, false);
  expect(await told()).toMatchObject({ position: 618 });
});

it('tells of a live game only when it is left', async () => {
  const places = new UserPlaces([]);
  places.keep('12', left(600, 601), true, false);
  expect(sent).not.toHaveBeenCalled();
  places.keep('12', left(600, 601), true, true);
  expect(await told()).toMatchObject({ type: 'event', item_id: 12, position: 600, live: true });
});

it('begins anew what was seen to its end', async () => {
  const places = new UserPlaces([position()]);
  places.keep(film, left(5390), false, true);
  expect(await told()).toMatchObject({ position: 5390, duration: 5400 });
  expect(places.left(film)).toBeUndefined();
});
