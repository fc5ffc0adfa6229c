import { expect, test } from 'vitest';
import { intervalTerm } from './interval';

test.each([
  ['day', 30, 'month'],
  ['month', 1, 'month'],
  ['year', 1, 'year'],
  ['month', 12, 'year'],
  ['week', 1, 'week'],
  ['day', 1, 'day'],
  ['month', 3, null],
  ['day', 90, null],
  ['year', 2, null],
] as const)('a price is told with %s × %i as %s', (interval, interval_count, term) => {
  expect(intervalTerm({ interval, interval_count })).toBe(term);
});
