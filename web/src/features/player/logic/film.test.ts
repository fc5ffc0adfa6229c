import { expect, it } from 'vitest';
import { chapterAt } from './film';

it('knows the chapter of a moment', () => {
  const chapters = [
    { start: 5, title: 'Warm-up' },
    { start: 60, title: 'First period' },
  ];
  expect([0, 5, 59.9, 60, 5000].map((at) => chapterAt(chapters, at))).toEqual([-1, 0, 0, 1, 1]);
  expect(chapterAt([], 7)).toBe(-1);
});
