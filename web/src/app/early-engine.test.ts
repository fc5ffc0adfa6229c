import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { waitFor } from '#/testing/wait-for';
import { loadEngineEarly } from './early-engine';

const loaded = vi.hoisted(() => vi.fn<() => void>());
vi.mock('#/features/player/engine/hls-engine', () => {
  loaded();
  return {};
});

beforeEach(() => vi.stubGlobal('navigator', { vendor: 'Google Inc.' }));
afterEach(() => vi.unstubAllGlobals());

it('loads the engine for the page that the server says plays, and for no other', async () => {
  loadEngineEarly();
  await Promise.resolve();
  expect(loaded).not.toHaveBeenCalled();
  document.documentElement.dataset.plays = '';
  loadEngineEarly();
  await waitFor(() => expect(loaded).toHaveBeenCalledOnce());
  expect(document.documentElement.dataset).not.toHaveProperty('plays');
});
