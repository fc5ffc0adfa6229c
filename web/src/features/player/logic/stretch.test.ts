import { describe, expect, it } from 'vitest';
import { confined, isOver } from './stretch';

const stretch = { from: 100, to: 130, loops: false };

describe('a stretch', () => {
  it('is all there is of a recording, and never live', () => {
    const read = {
      position: 110,
      span: { start: 0, end: 600 },
      phase: 'play',
      live: true,
      behind: 490,
      atEdge: false,
    } as const;
    expect(confined(read, stretch)).toMatchObject({
      span: { start: 100, end: 130 },
      live: false,
      behind: 0,
      phase: 'play',
    });
  });

  it('is as long as is recorded of it', () => {
    expect(confined({ position: 101, span: { start: 0, end: 120 }, phase: 'play' }, stretch).span).toEqual({
      start: 100,
      end: 120,
    });
  });

  it('is complete where it stopped at its end, not where somebody paused before', () => {
    const at = (position: number) =>
      confined({ position, span: { start: 0, end: 600 }, phase: 'pause' }, stretch).phase;
    expect(at(129.97)).toBe('complete');
    expect(at(129.5)).toBe('pause');
    expect(isOver(130.2, stretch)).toBe(true);
  });

  it('says nothing of what was not read', () => {
    expect(confined({ muted: true }, stretch)).toEqual({ muted: true });
  });
});
