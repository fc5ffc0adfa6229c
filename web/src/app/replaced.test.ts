import { describe, expect, it, vi } from 'vitest';
import { reloadOnceForReplaced } from './replaced';

describe('reloadOnceForReplaced', () => {
  it.each([
    'Unable to preload CSS for /assets/a.css',
    'Failed to fetch dynamically imported module: https://demo.example/assets/a.js',
    'error loading dynamically imported module: https://demo.example/assets/a.js',
    'Importing a module script failed.',
  ])('reloads once: %s', (message) => {
    const reload = vi.fn<() => void>();
    expect(reloadOnceForReplaced(new Error(message), reload)).toBe(true);
    expect(reloadOnceForReplaced(new Error(message), reload)).toBe(false);
    expect(reload).toHaveBeenCalledOnce();
  });

  it('leaves to itself what the router has reloaded for', () => {
    const reload = vi.fn<() => void>();
    const message = 'Failed to fetch dynamically imported module: https://demo.example/assets/screen.js';
    sessionStorage.setItem(`tanstack_router_reload:${message}`, '1');
    expect(reloadOnceForReplaced(new Error(message), reload)).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });

  it('leaves other errors alone', () => {
    const reload = vi.fn<() => void>();
    expect(reloadOnceForReplaced(new Error('boom'), reload)).toBe(false);
    expect(reloadOnceForReplaced('unable to preload css', reload)).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });
});
