import { describe, expect, it } from 'vitest';
import { aPreroll } from '#/testing/prerolls';
import { chosen, fits, isSpared, readSeen, withSeen } from './preroll';

const game = { live: true, locationId: 3, categoryId: 7 };
const HOUR = 3_600_000;

describe('fits', () => {
  const kinds = [
    [{ for_live: true, for_vod: false }, [true, false]],
    [{ for_live: false, for_vod: true }, [false, true]],
    [{ for_live: true, for_vod: true }, [true, true]],
    [{ for_live: false, for_vod: false }, [false, false]],
  ] as const;
  const places = [
    [null, true],
    [3, true],
    [4, false],
    [7, false],
  ] as const;
  const sports = [
    [[], true],
    [[7], true],
    [[6, 7], true],
    [[6], false],
    [[3], false],
  ] as const;

  it('only where the kind of the stream, the location if given and the category if listed all match', () => {
    for (const [kind, streams] of kinds)
      for (const [location_id, atPlace] of places)
        for (const [event_categories, ofSport] of sports)
          for (const [live, ofKind] of [
            [true, streams[0]],
            [false, streams[1]],
          ] as const) {
            const preroll = aPreroll({ ...kind, location_id, event_categories: [...event_categories] });
            expect(fits(preroll, { ...game, live }), JSON.stringify({ ...preroll, live })).toBe(
              ofKind && atPlace && ofSport,
            );
          }
  });

  it('nothing of a place or a sport where a stream has neither', () => {
    const anywhere = { live: false, locationId: null, categoryId: null };
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
