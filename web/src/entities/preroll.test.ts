import { describe, expect, it } from 'vitest';
import { aPreroll } from '#/testing/prerolls';
import { chosen, fits, isSpared, readSeen, withSeen } from './preroll';

const game = { live: true, locationId: 3, categoryId: 7 };
const HOUR = 3_600_000;

describe('fits', () => {
  it.each([
    ['any live game', {}, true],
    ['recordings alone', { for_live: false, for_vod: true }, false],
    ['its location', { location_id: 3 }, true],
    ['another location', { location_id: 4 }, false],
    ['its category', { event_categories: [6, 7] }, true],
    ['other categories', { event_categories: [6] }, false],
    ['its category at another location', { event_categories: [7], location_id: 4 }, false],
  ])('one for %s', (_, over, fitting) => {
    expect(fits(aPreroll(over), game)).toBe(fitting);
  });

  it('asks a recording for its own kind, and what has neither place nor sport for none', () => {
    const anywhere = { live: false, locationId: null, categoryId: null };
    expect(fits(aPreroll({ for_live: true, for_vod: false }), anywhere)).toBe(false);
    expect(fits(aPreroll({ for_vod: true }), anywhere)).toBe(true);
    expect(fits(aPreroll({ for_vod: true, location_id: 3 }), anywhere)).toBe(false);
    expect(fits(aPreroll({ for_vod: true, event_categories: [7] }), anywhere)).toBe(false);
  });
});

describe('chosen', () => {
  const [rare, common, other] = [
    aPreroll({ id: 1, weight: 1 }),
    aPreroll({ id: 2, weight: 3 }),
    aPreroll({ id: 3, weight: 100, for_live: false, for_vod: true }),
  ];

  it('takes each as often as its weight says', () => {
    const taken = [0, 0.1, 0.2, 0.24, 0.25, 0.5, 0.75, 0.999].map(
      (random) => chosen([rare, other, common], game, random)?.id,
    );
    expect(taken).toEqual([1, 1, 1, 1, 2, 2, 2, 2]);
  });

  it('takes none where none fits', () => {
    expect(chosen([other], game, 0.5)).toBeNull();
    expect(chosen([], game, 0.5)).toBeNull();
    expect(chosen([aPreroll({ weight: 0 })], game, 0)).toBeNull();
  });
});

describe('what was seen', () => {
  it('spares that viewer at that event until the time is over', () => {
    const seen = withSeen({}, 5, 17, 1000, HOUR);
    expect(isSpared(seen, 5, 17, 1000, HOUR)).toBe(true);
    expect(isSpared(seen, 5, 17, 1000 + HOUR - 1, HOUR)).toBe(true);
    expect(isSpared(seen, 5, 17, 1000 + HOUR, HOUR)).toBe(false);
    expect(isSpared(seen, 0, 17, 1000, HOUR)).toBe(false);
    expect(isSpared(seen, 5, 18, 1000, HOUR)).toBe(false);
    expect(isSpared(seen, 5, 'v17', 1000, HOUR)).toBe(false);
    expect(isSpared(withSeen(seen, 5, 'v17', 1000, HOUR), 5, 'v17', 1000, HOUR)).toBe(true);
  });

  it('hides nothing from a clock that was set back, nor where no time is asked for', () => {
    const seen = withSeen({}, 5, 17, 1000, HOUR);
    expect(isSpared(seen, 5, 17, 999, HOUR)).toBe(false);
    expect(isSpared(seen, 5, 17, 1000, 0)).toBe(false);
  });

  it('is forgotten when it no longer counts', () => {
    const first = withSeen({}, 5, 17, 0, HOUR);
    expect(withSeen(first, 5, 18, HOUR, HOUR)).toEqual({ '5:18': HOUR });
    expect(withSeen(first, 5, 18, HOUR - 1, HOUR)).toEqual({ '5:17': 0, '5:18': HOUR - 1 });
  });

  it('is read from whatever was kept', () => {
    expect(readSeen({ '5:17': 3, '5:18': 'x' })).toEqual({ '5:17': 3 });
    for (const kept of [null, 'x', 7]) expect(readSeen(kept)).toEqual({});
  });
});
