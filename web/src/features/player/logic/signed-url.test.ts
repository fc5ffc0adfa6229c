import { expect, test } from 'vitest';
import { isVeiled, mergingUpdates, resign, sameMedia, watchedTo } from './signed-url';

const [old, fresh] = ['https://tv.example/media/old/e5/', 'https://tv.example/media/new/e5/'];

test('one signature stands for another of the same media', () => {
  expect(sameMedia(`${old}index.m3u8`, `${fresh}index.m3u8`)).toBe(true);
  expect(sameMedia(`${old}index.m3u8`, `${fresh}veiled.m3u8`)).toBe(false);
  expect(resign(`${old}v/1-0.m4s`, `${fresh}index.m3u8`)).toBe(`${fresh}v/1-0.m4s`);
  expect(resign('https://tv.example/media/old/e6/x', `${fresh}index.m3u8`)).toBe('https://tv.example/media/old/e6/x');
});

test('a veiled recording is asked for as far as it was watched', () => {
  expect(isVeiled(`${old}veiled.m3u8`)).toBe(true);
  expect(isVeiled(`${old}index.m3u8`)).toBe(false);
  expect(watchedTo(`${old}veiled.m3u8`, 0)).toBe(`${old}veiled.m3u8?from=0`);
  expect(watchedTo(`${old}video-veiled.m3u8?from=0&at=17`, 61.9)).toBe(`${old}video-veiled.m3u8?from=61`);
  expect(watchedTo(`${old}video.m3u8?_HLS_msn=4`, 61)).toBe(`${old}video.m3u8?_HLS_msn=4`);
  expect(watchedTo(`${old}v/1-0.m4s`, 61)).toBe(`${old}v/1-0.m4s`);
});

test('a live playlist is asked for with delta updates', () => {
  expect(mergingUpdates(`${old}video.m3u8`)).toBe(`${old}video.m3u8?updates=delta`);
  expect(mergingUpdates(`${old}360/video.m3u8`)).toBe(`${old}360/video.m3u8?updates=delta`);
  expect(mergingUpdates(`${old}audio.m3u8?_HLS_msn=4&_HLS_skip=YES`)).toBe(
    `${old}audio.m3u8?_HLS_msn=4&_HLS_skip=YES&updates=delta`,
  );
  expect(mergingUpdates(`${old}index.m3u8`)).toBe(`${old}index.m3u8`);
  expect(mergingUpdates(`${old}video-veiled.m3u8?from=3`)).toBe(`${old}video-veiled.m3u8?from=3`);
  expect(mergingUpdates(`${old}v/1-0.m4s`)).toBe(`${old}v/1-0.m4s`);
});
