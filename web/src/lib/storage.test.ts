import { afterEach, describe, expect, it, vi } from 'vitest';
import { local, Store, tab } from './storage';

afterEach(() => {
  vi.useRealTimers();
});

describe('Store', () => {
  it('keeps values under the prefix', () => {
    local.save('api_key', 'k1');
    expect(localStorage.getItem('rudy_api_key')).toContain('k1');
    expect(local.loadText('api_key')).toBe('k1');
    expect(tab.load('api_key')).toBeNull();
  });

  it('forgets a value after 360 days', () => {
    vi.useFakeTimers({ now: 0 });
    local.save('language', 'fr');
    vi.setSystemTime(360 * 86_400_000 - 1);
    expect(local.load('language')).toBe('fr');
    vi.setSystemTime(360 * 86_400_000);
    expect(local.load('language')).toBeNull();
  });

  it('lives as long as asked', () => {
    vi.useFakeTimers({ now: 0 });
    local.save('trk', 'a', 10);
    vi.setSystemTime(10);
    expect(local.load('trk')).toBeNull();
  });

  it.each(['not json', '{}', 'null', '7', '"text"', '{"value":1,"expires_at":"soon"}'])(
    'reads %s as nothing',
    (raw) => {
      localStorage.setItem('rudy_x', raw);
      expect(local.load('x')).toBeNull();
    },
  );

  it('says that a text which is no text is absent', () => {
    local.save('x', { a: 1 });
    expect(local.loadText('x')).toBeNull();
    expect(local.load('x')).toEqual({ a: 1 });
  });

  it('forgets on request', () => {
    local.save('x', 1);
    local.forget('x');
    expect(local.load('x')).toBeNull();
  });

  it('holds values in memory when storage is full, until it is not', () => {
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    local.save('x', 'kept');
    expect(local.load('x')).toBe('kept');
    full.mockRestore();
    local.save('x', 'stored');
    expect(localStorage.getItem('rudy_x')).toContain('stored');
    expect(local.load('x')).toBe('stored');
  });

  it('works when storage is forbidden', () => {
    const store = new Store(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    store.save('x', 5);
    expect(store.load('x')).toBe(5);
    store.forget('x');
    expect(store.load('x')).toBeNull();
  });

  it('tells what another tab stored, removed or cleared, and stops when asked', () => {
    const seen: unknown[] = [];
    const stop = local.watch('x', (value) => seen.push(value));
    local.save('x', 'new');
    window.dispatchEvent(new StorageEvent('storage', { key: 'rudy_x' }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'rudy_other' }));
    local.forget('x');
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    stop();
    window.dispatchEvent(new StorageEvent('storage', { key: 'rudy_x' }));
    expect(seen).toEqual(['new', null]);
  });
});
