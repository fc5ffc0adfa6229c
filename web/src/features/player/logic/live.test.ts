import { describe, expect, it } from 'vitest';
import { clampTo, followEdge, fractionOf, isAtEdge, positionAt, secondsBehind } from './live';

describe('live edge', () => {
  it('counts seconds behind, never ahead, and nothing while the edge is unknown', () => {
    expect(secondsBehind(58, 100)).toBe(42);
    expect(secondsBehind(101, 100)).toBe(0);
    expect(secondsBehind(10, null)).toBe(0);
  });

  it('keeps the badge between the two thresholds', () => {
    expect(isAtEdge(false, 2.9)).toBe(true);
    expect(isAtEdge(false, 4)).toBe(false);
    expect(isAtEdge(true, 4)).toBe(true);
    expect(isAtEdge(true, 5.1)).toBe(false);
  });
});

describe('following the edge', () => {
  const at = { following: true, behind: 0, ahead: 3, speed: 1, rate: 1, close: true };

  it('leaves a viewer who is close alone', () => {
    expect(followEdge({ ...at, behind: 0.3 })).toEqual({ kind: 'none' });
  });

  it('hurries a little while there is buffer to spare', () => {
    expect(followEdge({ ...at, behind: 0.8 })).toEqual({ kind: 'rate', rate: 1.06 });
    expect(followEdge({ ...at, behind: 4 })).toEqual({ kind: 'rate', rate: 1.2 });
    expect(followEdge({ ...at, behind: 1.5, ahead: 0.4 })).toEqual({ kind: 'none' });
    expect(followEdge({ ...at, behind: 0.1, rate: 1.06 })).toEqual({ kind: 'rate', rate: 1 });
  });

  it('jumps after a long stall', () => {
    expect(followEdge({ ...at, behind: 5.5 })).toEqual({ kind: 'jump' });
    expect(followEdge({ ...at, behind: 30, close: false })).toEqual({ kind: 'none' });
    expect(followEdge({ ...at, behind: 60, close: false })).toEqual({ kind: 'jump' });
  });

  it('never plays faster than the game at the edge, and never hurries someone who chose slow motion', () => {
    expect(followEdge({ ...at, speed: 2, rate: 2 })).toEqual({ kind: 'rate', rate: 1 });
    expect(followEdge({ ...at, speed: 0.5, rate: 0.5, behind: 2 })).toEqual({ kind: 'none' });
  });

  it('does not touch a viewer who rewound, except to give the chosen speed back', () => {
    expect(followEdge({ ...at, following: false, behind: 600 })).toEqual({ kind: 'none' });
    expect(followEdge({ ...at, following: false, behind: 600, rate: 1.06 })).toEqual({ kind: 'rate', rate: 1 });
    expect(followEdge({ ...at, following: false, behind: 600, speed: 1.5 })).toEqual({ kind: 'rate', rate: 1.5 });
  });
});

describe('span', () => {
  const span = { start: 20, end: 120 };

  it('turns positions into fractions and back', () => {
    expect(fractionOf(span, 70)).toBe(0.5);
    expect(positionAt(span, 0.5)).toBe(70);
    expect(positionAt(span, 7)).toBe(120);
    expect(fractionOf({ start: 5, end: 5 }, 5)).toBe(0);
  });

  it('keeps positions inside', () => {
    expect(clampTo(span, 5)).toBe(20);
    expect(clampTo(span, 500)).toBe(120);
    expect(clampTo({ start: 9, end: 0 }, 4)).toBe(9);
  });
});
