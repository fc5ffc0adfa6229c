import { expect, it, onTestFinished, vi } from 'vitest';
import { bareSurface, fakeEngines, stubPlayback, stubTracks } from '../testing';
import { Deck } from './deck';

stubTracks();

it('is ready, play, pause, seek, complete, stop or error, as the element and the engine say', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const engines = fakeEngines();
  const deck = new Deck(engines.open);
  const surface = bareSurface();
  const { now, emit } = stubPlayback(surface.video, { readyState: 4, end: 600, duration: 600 });
  onTestFinished(deck.attach(surface));
  /** The state, which is the same when the element is read again. */
  const phase = () => {
    const { phase: told } = deck.state;
    deck.sync();
    expect(deck.state.phase).toBe(told);
    return told;
  };
  const source = { item: '1', url: 'https://x.test/media/aaa/e1/index.m3u8', live: false };
  await deck.open(source);
  expect(phase()).toBe('ready');
  emit('loadedmetadata');
  await vi.advanceTimersByTimeAsync(0);
  expect(phase()).toBe('play');
  deck.pause();
  expect(phase()).toBe('pause');
  now.seeking = true;
  emit('seeking');
  expect(phase()).toBe('seek');
  Object.assign(now, { seeking: false, paused: false });
  emit('seeked', 'play', 'playing');
  expect(phase()).toBe('play');
  Object.assign(now, { ended: true, paused: true });
  emit('pause', 'ended');
  expect(phase()).toBe('complete');
  now.ended = false;
  deck.close();
  expect(phase()).toBe('stop');
  await deck.open(source);
  engines.last().hooks.onTrouble({ kind: 'unsupported' });
  expect(phase()).toBe('error');
});
