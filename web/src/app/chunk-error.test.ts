import { describe, expect, it, vi } from 'vitest';
import { reloadOnceForChunk } from './chunk-error';

describe('reloadOnceForChunk', () => {
  it.each([
    'Failed to fetch dynamically imported module: https://x/assets/a.js',
    'error loading dynamically imported module: https://x/assets/a.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/a.css',
  ])('reloads once for: %s', (message) => {
    const reload = vi.fn<() => void>();
    expect(reloadOnceForChunk(new TypeError(message), reload)).toBe(true);
    expect(reloadOnceForChunk(new TypeError(message), reload)).toBe(false);
    expect(reload).toHaveBeenCalledOnce();
  });

  it('leaves other errors alone', () => {
    const reload = vi.fn<() => void>();
    expect(reloadOnceForChunk(new Error('boom'), reload)).toBe(false);
    expect(reloadOnceForChunk('text', reload)).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });
});
