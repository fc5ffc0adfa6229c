import { describe, expect, it } from 'vitest';
import { coveredWith, roomFor } from './cover';

const stretches = [
  { from: 0, to: 60 },
  { from: 600, to: 620 },
];
const cover = { limited: true, most: 100, used: 80, stretches };

describe('what clips show together', () => {
  it('counts each moment once', () => {
    expect(coveredWith({ stretches: [] }, { start: 5, end: 15 })).toBe(10);
    expect(coveredWith({ stretches }, { start: 10, end: 50 })).toBe(80);
    expect(coveredWith({ stretches }, { start: 50, end: 70 })).toBe(90);
    expect(coveredWith({ stretches }, { start: 0, end: 700 })).toBe(700);
  });

  it('says what is left, and what is too much', () => {
    expect(roomFor(cover, { start: 700, end: 720 })).toEqual({ left: 20, over: false });
    expect(roomFor(cover, { start: 700, end: 720.001 })).toEqual({ left: 20, over: true });
    expect(roomFor({ ...cover, most: 60 }, { start: 0, end: 10 })).toEqual({ left: 0, over: true });
    expect(roomFor({ ...cover, limited: false, most: 0 }, { start: 0, end: 300 })).toBeNull();
  });
});
