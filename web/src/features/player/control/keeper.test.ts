import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { noteServerTime } from '#/lib/server-clock';
import { bareSurface, fakeEngines, type Playback, stubPlayback, stubTracks } from '../testing';
import { Deck } from './deck';
import type { Places } from './keeper';
import type { Source } from './source';

const film: Source = { item: 'v1', url: 'https://x.test/media/aaa/f1/index.m3u8', live: false };
const other: Source = { item: 'v2', url: 'https://x.test/media/aaa/f2/index.m3u8', live: false };

stubTracks();

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

/** Places that a test looks into. */
function memory(left?: ReturnType<Places['left']>) {
  return { left: vi.fn<Places['left']>(() => left), keep: vi.fn<Places['keep']>() };
}

/** A deck that plays a film of 600 s, at 240 s. */
async function playing(places: Places, over: Partial<Playback> = {}, change: (deck: Deck) => void = () => undefined) {
  const engines = fakeEngines();
  const deck = new Deck(engines.open);
  deck.keeper.places = places;
  const surface = bareSurface();
  const video = stubPlayback(surface.video, { readyState: 4, end: 600, currentTime: 240, duration: 600, ...over });
  onTestFinished(deck.attach(surface));
  change(deck);
  await deck.open(film);
  video.emit('loadedmetadata');
  await vi.advanceTimersByTimeAsync(0);
  return { deck, engines, ...video };
}

it('begins where it is told, also in what does not say how long it is', async () => {
  const { engines, deck } = await playing(memory({ at: 300, of: 0, saved: 1 }));
  expect(engines.last().loads).toEqual([{ url: film.url, start: 300 }]);
  expect(deck.state).toMatchObject({ begin: 'resume', resumeAt: 300, offers: ['resume', 'start'] });
});

it('is told while it plays, and at once when it may be the last word', async () => {
  const places = memory();
  const { deck } = await playing(places);
  await vi.advanceTimersByTimeAsync(6000);
  expect(places.keep).toHaveBeenLastCalledWith('v1', expect.objectContaining({ at: 240, of: 600 }), false, false);
  deck.pause();
  expect(places.keep).toHaveBeenLastCalledWith('v1', expect.objectContaining({ at: 240 }), false, true);
});

it('stamps a place by the clock of the server, by which places of other devices are stamped', async () => {
  const day = 86_400_000;
  noteServerTime(Date.now() + day); // the clock of this device is a day behind
  const places = memory();
  const { deck } = await playing(places);
  deck.pause();
  expect(places.keep.mock.lastCall?.[1].saved).toBe(Date.now() + day);
});

it('keeps where one film was left when another is played, and nothing of it in the other', async () => {
  const places = memory();
  const { deck, now } = await playing(places);
  places.keep.mockClear();
  now.readyState = 0;
  await deck.open(other);
  expect(places.keep).toHaveBeenCalledExactlyOnceWith('v1', expect.objectContaining({ at: 240 }), false, true);
  await vi.advanceTimersByTimeAsync(10_000);
  deck.pause();
  expect(places.keep).toHaveBeenCalledOnce();
  expect(places.left).toHaveBeenLastCalledWith('v2');
});

it('does not tell how long that is which hides its end, until it was seen', async () => {
  const places = memory();
  const { deck, now, emit } = await playing(places, {}, (fresh) => fresh.patch({ hidesEnd: true }));
  deck.pause();
  expect(places.keep).toHaveBeenLastCalledWith('v1', expect.objectContaining({ at: 240, of: 0 }), false, true);
  now.currentTime = 600;
  now.ended = true;
  emit('ended');
  expect(places.keep).toHaveBeenLastCalledWith('v1', expect.objectContaining({ at: 600, of: 600 }), false, true);
});
