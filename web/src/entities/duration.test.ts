import { describe, expect, it } from 'vitest';
import { counter, shortSpan, spokenPosition, spokenTotal } from './duration';

const solid = (text: string) => text.replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ');

describe('durations', () => {
  it('writes a counter', () => {
    expect([0, 5, 245, 4230, 36_000].map(counter)).toEqual(['0:00', '0:05', '4:05', '1:10:30', '10:00:00']);
    expect([-3, Number.NaN, Number.POSITIVE_INFINITY].map(counter)).toEqual(['0:00', '0:00', '0:00']);
  });

  it.each([
    [724, 'en', '12 minutes 4 seconds'],
    [4230, 'en', '1 hour 10 minutes 30 seconds'],
    [61, 'en', '1 minute 1 second'],
    [0, 'en', '0 seconds'],
    [724, 'fr', '12 minutes 4 secondes'],
    [3600, 'fr', '1 heure'],
  ])('says %d s in %s as %s', (seconds, lang, text) => {
    expect(solid(spokenPosition(seconds, lang))).toBe(text);
  });

  it.each([
    [5400, 'en', '1 hour 30'],
    [5400, 'fr', '1 heure 30'],
    [3900, 'en', '1 hour 05'],
    [7200, 'en', '2 hours'],
    [2712, 'en', '45 minutes 12 seconds'],
    [75, 'en', '1 minute 15 seconds'],
  ])('says a total of %d s in %s as %s', (seconds, lang, text) => {
    expect(solid(spokenTotal(seconds, lang))).toBe(text);
  });

  it('shortens how far behind a viewer is', () => {
    expect([42, 200, 780, 3900].map((s) => solid(shortSpan(s)))).toEqual([
      '42 s',
      '3 min 20 s',
      '13 min',
      '1 h 05 min',
    ]);
  });
});
