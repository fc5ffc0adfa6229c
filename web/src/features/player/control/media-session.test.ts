import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { bareSurface, fakeEngines, stubPlayback, stubTracks } from '../testing';
import { Deck } from './deck';
import { artworkOf, bindMediaSession } from './media-session';
import { Remote } from './remote';

stubTracks();

const now = { title: 'Laurentide @ Fundy', artist: 'Northline', artwork: '/poster.webp' };

function fakeSession() {
  const handlers = new Map<string, MediaSessionActionHandler | null>();
  const positions: (MediaPositionState | undefined)[] = [];
  const session = {
    metadata: null as { title: string; artwork: MediaImage[] } | null,
    playbackState: 'none',
    setActionHandler: (action: string, handler: MediaSessionActionHandler | null) => {
      if (action === 'stop') throw new TypeError('not known');
      handlers.set(action, handler);
    },
    setPositionState: (state?: MediaPositionState) => positions.push(state),
  };
  const press = (action: MediaSessionAction, more: object = {}) => handlers.get(action)?.({ action, ...more });
  return { session, handlers, positions, press };
}

async function playing(live = false) {
  const engines = fakeEngines((engine) => {
    engine.live = live;
    engine.edge = live ? 100 : null;
  });
  const deck = new Deck(engines.open);
  const surface = bareSurface();
  const playback = stubPlayback(surface.video, { readyState: 4, duration: 100, end: 100, currentTime: 40 });
  onTestFinished(deck.attach(surface));
  await deck.open({ item: '1', url: '/media/a/e1/index.m3u8', live });
  playback.emit('loadedmetadata', 'playing', 'timeupdate');
  return { deck, remote: new Remote(deck), ...playback };
}

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('MediaMetadata', function MediaMetadata(this: object, given: object) {
    Object.assign(this, given);
  });
});
afterEach(() => Reflect.deleteProperty(navigator, 'mediaSession'));

function installed() {
  const fake = fakeSession();
  Object.defineProperty(navigator, 'mediaSession', { configurable: true, value: fake.session });
  return fake;
}

it('offers every width of the picture', () => {
  expect(artworkOf({ ...now, artworkSet: '/p-640.webp 640w, /p-1280.webp 1280w' })).toEqual([
    { src: '/p-640.webp', sizes: '640x360' },
    { src: '/p-1280.webp', sizes: '1280x720' },
  ]);
  expect(artworkOf(now)).toEqual([{ src: '/poster.webp' }]);
  expect(artworkOf({ ...now, artwork: '' })).toEqual([]);
});

it('obeys media keys and tells a lock screen where playback is', async () => {
  const { session, positions, press, handlers } = installed();
  const { deck, remote, now: playback, emit } = await playing();
  const leave = bindMediaSession(deck, remote, now);
  expect(session.metadata?.title).toBe(now.title);
  press('seekbackward');
  expect(playback.currentTime).toBe(30);
  press('seekforward', { seekOffset: 15 });
  expect(playback.currentTime).toBe(45);
  press('seekto', { seekTime: 80 });
  expect(playback.currentTime).toBe(80);
  emit('timeupdate');
  expect(positions.at(-1)).toEqual({ duration: 100, playbackRate: 1, position: 80 });
  press('pause');
  expect([playback.paused, session.playbackState]).toEqual([true, 'paused']);
  press('play');
  expect(session.playbackState).toBe('playing');
  leave();
  expect(session.metadata).toBeNull();
  expect(handlers.get('seekto')).toBeNull();
});

it('tells no length that would tell how a game went', async () => {
  const { positions } = installed();
  const { deck, remote, now: playback, emit } = await playing();
  deck.patch({ hidesEnd: true });
  bindMediaSession(deck, remote, now);
  playback.currentTime = 41;
  emit('timeupdate');
  expect(positions.at(-1)).toBeUndefined();
});
