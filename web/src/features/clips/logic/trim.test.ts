import { describe, expect, it } from 'vitest';
import {
  areLastSeconds,
  keepSight,
  keyMove,
  LONGEST,
  lastSeconds,
  lengthOf,
  moveEdge,
  positionAt,
  reachOf,
  shareAt,
  sightOf,
  type Trim,
} from './trim';

const recorded = { from: 0, to: 4000 };

describe('what is taken at first', () => {
  it('is the last seconds before the playhead', () => {
    expect(lastSeconds(1000, 30, recorded)).toEqual({ start: 970, end: 1000 });
  });

  it('is less near the beginning, and what follows where there is nothing before', () => {
    expect(lastSeconds(12, 30, recorded)).toEqual({ start: 0, end: 12 });
    expect(lastSeconds(2, 30, recorded)).toEqual({ start: 0, end: 30 });
    expect(lastSeconds(0, 30, { from: 0, to: 8 })).toEqual({ start: 0, end: 8 });
  });

  it('never reaches beyond what is recorded', () => {
    expect(lastSeconds(5000, 30, recorded)).toEqual({ start: 3970, end: 4000 });
  });

  it('is exact to the millisecond', () => {
    expect(lastSeconds(100.12345, 30, recorded)).toEqual({ start: 70.123, end: 100.123 });
  });
});

describe('the last seconds', () => {
  it.each([
    ['end at the playhead', { start: 970, end: 1000 }, true],
    ['are as many as they are called', { start: 971, end: 1000 }, false],
    ['end nowhere else', { start: 960, end: 990 }, false],
    ['are not what follows the beginning', { start: 0, end: 30 }, false],
  ])('%s', (_, trim, told) => {
    expect(areLastSeconds(trim, 1000, 30)).toBe(told);
  });

  it('are exact to the millisecond', () => {
    expect(areLastSeconds(lastSeconds(100.12345, 30, recorded), 100.12345, 30)).toBe(true);
  });
});

describe('an edge', () => {
  const trim = { start: 970, end: 1000 };

  it('moves alone', () => {
    expect(moveEdge(trim, 'start', 960.5, recorded)).toEqual({ start: 960.5, end: 1000 });
    expect(moveEdge(trim, 'end', 1010, recorded)).toEqual({ start: 970, end: 1010 });
  });

  it('leaves a second, and takes no more than five minutes', () => {
    expect(moveEdge(trim, 'start', 2000, recorded).start).toBe(999);
    expect(moveEdge(trim, 'end', 0, recorded).end).toBe(971);
    expect(moveEdge(trim, 'start', 0, recorded).start).toBe(1000 - LONGEST);
    expect(moveEdge(trim, 'end', 4000, recorded).end).toBe(970 + LONGEST);
  });

  it('stays in what is recorded', () => {
    const late = { start: 3990, end: 4000 };
    expect(moveEdge(late, 'end', 4010, recorded).end).toBe(4000);
    expect(reachOf(late, 'end', recorded)).toEqual({ from: 3991, to: 4000 });
    expect(reachOf({ start: 5, end: 20 }, 'start', recorded)).toEqual({ from: 0, to: 19 });
  });

  it.each([
    ['ArrowLeft', -1],
    ['ArrowUp', 1],
    ['PageDown', -10],
    [',', -0.04],
    ['.', 0.04],
    ['Home', 'from'],
    ['End', 'to'],
    ['a', null],
  ])('answers to the key %s by %s', (key, move) => {
    expect(keyMove(key, 0.04)).toBe(move);
  });
});

describe('what is in sight', () => {
  it('is a minute around a short trim', () => {
    expect(sightOf({ start: 970, end: 1000 }, recorded)).toEqual({ from: 955, to: 1015 });
    expect(sightOf({ start: 990, end: 1000 }, recorded)).toEqual({ from: 965, to: 1025 });
  });

  it('grows with what is taken', () => {
    expect(sightOf({ start: 700, end: 1000 }, recorded)).toEqual({ from: 625, to: 1075 });
  });

  it('ends where the recording does, and shows a minute all the same', () => {
    expect(sightOf({ start: 3970, end: 4000 }, recorded)).toEqual({ from: 3940, to: 4000 });
    expect(sightOf({ start: 0, end: 30 }, recorded)).toEqual({ from: 0, to: 60 });
    expect(sightOf({ start: 0, end: 8 }, { from: 0, to: 8 })).toEqual({ from: 0, to: 8 });
  });

  it('stays while both edges can be moved in it', () => {
    const sight = { from: 955, to: 1015 };
    const after = (trim: Trim) => keepSight(sight, trim, recorded);
    expect(after({ start: 960, end: 1000 })).toBe(sight);
    expect(after({ start: 956, end: 1000 })).not.toBe(sight);
    expect(after({ start: 970, end: 1014 })).not.toBe(sight);
    expect(after({ start: 985, end: 987 })).not.toBe(sight);
  });

  it('keeps both edges within itself, whatever is done to them', () => {
    let trim = lastSeconds(3000, 30, recorded);
    let sight = sightOf(trim, recorded);
    for (let i = 0; i < 400; i++) {
      trim = moveEdge(trim, i % 3 === 0 ? 'end' : 'start', 3000 + Math.sin(i * 7) * 600, recorded);
      sight = keepSight(sight, trim, recorded);
      expect(sight.from).toBeLessThanOrEqual(trim.start);
      expect(sight.to).toBeGreaterThanOrEqual(trim.end);
      expect(lengthOf(trim)).toBeGreaterThanOrEqual(1);
      expect(lengthOf(trim)).toBeLessThanOrEqual(LONGEST);
    }
  });

  it('maps positions and places onto each other', () => {
    const sight = { from: 940, to: 1000 };
    expect(shareAt(sight, 970)).toBe(0.5);
    expect(positionAt(sight, 0.5)).toBe(970);
    expect(shareAt(sight, 0)).toBe(0);
    expect(positionAt(sight, 2)).toBe(1000);
    expect(shareAt({ from: 5, to: 5 }, 5)).toBe(0);
  });
});
