import { describe, expect, it, vi } from 'vitest';
import { reloadOnceForStyles } from './style-error';

describe('reloadOnceForStyles', () => {
  it('reloads once', () => {
    const reload = vi.fn<() => void>();
    const error = new Error('Unable to preload CSS for /assets/a.css');
    expect(reloadOnceForStyles(error, reload)).toBe(true);
    expect(reloadOnceForStyles(error, reload)).toBe(false);
    expect(reload).toHaveBeenCalledOnce();
  });

  it('leaves other errors alone', () => {
    const reload = vi.fn<() => void>();
    expect(reloadOnceForStyles(new Error('boom'), reload)).toBe(false);
    expect(reloadOnceForStyles('unable to preload css', reload)).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });
});
