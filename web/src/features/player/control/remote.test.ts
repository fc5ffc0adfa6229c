import { expect, it, onTestFinished } from 'vitest';
import { bareSurface, fakeEngines, stubPlayback, stubTracks } from '../testing';
import { Deck } from './deck';
import { Remote } from './remote';

stubTracks();

it('plays on from where a viewer seeks after the end, but for the end itself', async () => {
  const deck = new Deck(fakeEngines((engine) => void Object.assign(engine, { live: false, edge: null })).open);
  const surface = bareSurface();
  const { now, emit } = stubPlayback(surface.video, { readyState: 4, end: 600, currentTime: 120, duration: 600 });
  onTestFinished(deck.attach(surface));
  await deck.open({ item: '1', url: 'https://x.test/media/aaa/e1/index.m3u8', live: false });
  emit('loadedmetadata');
  deck.pause();
  Object.assign(now, { currentTime: 600, ended: true });
  emit('ended');
  const remote = new Remote(deck);
  remote.seekTo(600);
  expect(now.paused).toBe(true);
  remote.seekBy(-30);
  expect(now).toMatchObject({ currentTime: 570, paused: false });
});
