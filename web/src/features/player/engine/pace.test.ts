import { describe, expect, it } from 'vitest';
import { carriesParts, paceOf } from './pace';

describe('the beginning on a line', () => {
  it('leaves room on a slow one, and loads whole segments', () => {
    expect(paceOf(400)).toMatchObject({ abrEwmaDefaultEstimate: 280_000, lowLatencyMode: false, liveSyncDuration: 12 });
  });

  it('is at the live edge on a fast one, and on one that is not known', () => {
    expect(paceOf(20_000)).toMatchObject({ abrEwmaDefaultEstimate: 14_000_000, lowLatencyMode: true });
    expect(paceOf(null)).toMatchObject({ abrEwmaDefaultEstimate: 1_400_000, lowLatencyMode: true });
  });
});

it('goes to the live edge once the line carries the largest size with room', () => {
  expect(carriesParts(3_100_000, 700_000)).toBe(true);
  expect(carriesParts(5_500_000, 3_000_000)).toBe(false);
  expect(carriesParts(2_500_000, 700_000)).toBe(false);
  expect(carriesParts(400_000, 100_000)).toBe(false);
});
