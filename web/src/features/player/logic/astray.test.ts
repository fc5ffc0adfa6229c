import { describe, expect, it } from 'vitest';
import { isElsewhere } from '../engine/tracks';
import { type AstrayAction, observeAstray, together } from './astray';

function run(samples: [number, boolean][]): AstrayAction[] {
  let watch = together;
  return samples.map(([now, astray]) => {
    const seen = observeAstray(watch, now, astray);
    watch = seen.watch;
    return seen.action;
  });
}

describe('a track that is loaded elsewhere than the position', () => {
  it('is brought back, and the source is opened again at the position, all within three seconds', () => {
    const at = [0, 1000, 1500, 2500, 3000, 5700, 9000, 20_000].map((now): [number, boolean] => [now, true]);
    expect(run(at)).toEqual(['none', 'none', 'realign', 'none', 'reopen', 'none', 'none', 'none']);
  });

  it('has time to finish the request of before the seek', () => {
    expect(
      run([
        [0, true],
        [1400, false],
        [1600, true],
        [3000, true],
        [3200, true],
      ]),
    ).toEqual(['none', 'none', 'none', 'none', 'realign']);
  });
});

describe('a segment', () => {
  it.each([
    [{ start: 0.0004, duration: 2 }, 0, false],
    [{ start: 2, duration: 2 }, 0.1, false],
    [{ start: 268, duration: 2 }, 0, true],
    [{ start: 0, duration: 2 }, 268, true],
    [{ start: 98, duration: 2 }, 100.1, false],
  ])('%j at %d is elsewhere: %s', (segment, position, elsewhere) => {
    expect(isElsewhere(segment, position)).toBe(elsewhere);
  });
});
