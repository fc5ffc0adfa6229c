import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { afterPicture, awaitPicture, lineSpeed, measuredSpeed, rememberSpeed, stopAwaiting } from './slow-line';

const file = (transferSize: number, requestStart: number, responseEnd: number) => ({
  transferSize,
  requestStart,
  responseEnd,
});

describe('the speed of a line', () => {
  it('is what came while anything was loaded', () => {
    expect(measuredSpeed([file(50_000, 0, 1000), file(50_000, 3000, 4000)])).toBe(400);
  });

  it('counts files that came together as one', () => {
    expect(measuredSpeed([file(60_000, 500, 2000), file(40_000, 0, 1000), file(20_000, 600, 700)])).toBe(480);
  });

  it('is not known of files from the cache', () => {
    expect(measuredSpeed([file(0, 0, 5), file(0, 10, 11), file(300, 20, 60)])).toBeNull();
    expect(measuredSpeed([])).toBeNull();
  });
});

beforeEach(() => {
  Object.assign(performance, { getEntriesByType: () => [] });
  rememberSpeed(400);
});
afterEach(() => {
  stopAwaiting();
  sessionStorage.clear();
  vi.useRealTimers();
});

it('acts at once where no picture is awaited', () => {
  const act = vi.fn<() => void>();
  afterPicture(act);
  expect(act).toHaveBeenCalledOnce();
});

it('acts once the picture is there', () => {
  const act = vi.fn<() => void>();
  awaitPicture();
  afterPicture(act);
  expect(act).not.toHaveBeenCalled();
  stopAwaiting();
  stopAwaiting();
  expect(act).toHaveBeenCalledOnce();
});

it('does not wait for a picture that never comes', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const act = vi.fn<() => void>();
  awaitPicture();
  afterPicture(act);
  vi.runAllTimers();
  expect(act).toHaveBeenCalledOnce();
});

it('awaits nothing where the line is fast', () => {
  rememberSpeed(5000);
  const act = vi.fn<() => void>();
  awaitPicture();
  afterPicture(act);
  expect(act).toHaveBeenCalledOnce();
});

it('is known on this page where the browser refuses storage', () => {
  for (const call of ['getItem', 'setItem'] as const) {
    vi.spyOn(Storage.prototype, call).mockImplementation(() => {
      throw new DOMException('blocked', 'SecurityError');
    });
  }
  rememberSpeed(300);
  expect(lineSpeed()).toBe(300);
});
