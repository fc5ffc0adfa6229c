import { describe, expect, it } from 'vitest';
import { phaseOf } from './phase';
import { retryDelay } from './retry';
import { resign, sameMedia } from './signed-url';
import { knownSpeed, stepSpeed } from './speed';
import { observe, startWatch, type WatchAction } from './watchdog';

describe('retry pacing', () => {
  it('doubles up to a bound and spreads', () => {
    expect([0, 1, 2, 3, 4, 9].map((n) => retryDelay(n, 0.5))).toEqual([1000, 2000, 4000, 8000, 8000, 8000]);
    expect(retryDelay(0, 0)).toBe(750);
    expect(retryDelay(0, 1)).toBe(1250);
  });
});

describe('watchdog', () => {
  function run(
    samples: { now: number; position: number; expected?: boolean; ahead?: number; received?: number }[],
  ): WatchAction[] {
    let watch = startWatch(0, 0);
    return samples.map((s) => {
      const seen = observe(watch, { expected: true, ahead: 10, received: 0, ...s });
      watch = seen.watch;
      return seen.action;
    });
  }

  it('stays quiet while time moves', () => {
    expect(run([1000, 2000, 3000].map((now) => ({ now, position: now / 1000 })))).toEqual(['none', 'none', 'none']);
  });

  it('escalates once per step while nothing moves', () => {
    const at = [1000, 1600, 3000, 6100, 12_100, 25_100, 30_000, 60_100, 90_000].map((now) => ({ now, position: 0 }));
    expect(run(at)).toEqual(['none', 'waiting', 'none', 'nudge', 'rebuild', 'reopen', 'none', 'fail', 'none']);
  });

  it('renews no decoder that has nothing to decode', () => {
    const at = [1600, 6100, 12_100, 25_100].map((now) => ({ now, position: 0, ahead: 0.2 }));
    expect(run(at)).toEqual(['waiting', 'nudge', 'nudge', 'reopen']);
  });

  it('leaves a line alone that brings data, and asks again when it brings none', () => {
    const slow = [1600, 3000, 6100, 12_100, 25_100, 61_000].map((now) => ({
      now,
      position: 0,
      ahead: 0,
      received: now,
    }));
    expect(run(slow)).toEqual(['waiting', 'none', 'none', 'none', 'none', 'none']);
    const gone = [1600, 3000, 6100, 9000].map((now) => ({ now, position: 0, ahead: 0, received: Math.min(now, 3000) }));
    expect(run(gone)).toEqual(['waiting', 'none', 'none', 'nudge']);
  });

  it('renews a decoder that stands still while data arrives', () => {
    const at = [1600, 6100, 12_100].map((now) => ({ now, position: 0, ahead: 5, received: now }));
    expect(run(at)).toEqual(['waiting', 'nudge', 'rebuild']);
  });

  it('starts over when time moves again or nothing is expected', () => {
    expect(
      run([
        { now: 1600, position: 0 },
        { now: 2000, position: 0.4 },
        { now: 3400, position: 0.4 },
        { now: 3600, position: 0.4 },
        { now: 9000, position: 0.4, expected: false },
        { now: 10_000, position: 0.4 },
      ]),
    ).toEqual(['waiting', 'none', 'none', 'waiting', 'none', 'none']);
  });
});

describe('player states', () => {
  /** Most pressing first: each hides those that follow. */
  const states = ['failed', 'stopped', 'ended', 'unbegun', 'seeking', 'paused'] as const;
  const phases = ['error', 'stop', 'complete', 'ready', 'seek', 'pause'] as const;

  it('are error, stop, complete, ready, seek, pause and else play, in this order', () => {
    for (let mask = 0; mask < 2 ** states.length; mask++) {
      const has = (state: (typeof states)[number]) => (mask & (1 << states.indexOf(state))) !== 0;
      const { failed, stopped, ended, seeking, paused } = {
        failed: has('failed'),
        stopped: has('stopped'),
        ended: has('ended'),
        seeking: has('seeking'),
        paused: has('paused'),
      };
      const phase = phaseOf({ failed, stopped, ended, seeking, paused, begun: !has('unbegun') });
      expect(phase, `${mask}`).toBe(phases[states.findIndex(has)] ?? 'play');
    }
  });
});

describe('signed addresses', () => {
  const old = 'https://x.test/media/aaa/e12/index.m3u8';
  const fresh = 'https://x.test/media/bbb/e12/index.m3u8';

  it('knows the same media under another signature', () => {
    expect(sameMedia(old, fresh)).toBe(true);
    expect(sameMedia(old, 'https://x.test/media/bbb/e13/index.m3u8')).toBe(false);
    expect(sameMedia('https://cdn.test/a.m3u8', 'https://cdn.test/b.m3u8')).toBe(false);
  });

  it('signs every address of the stream anew, and nothing else', () => {
    expect(resign('https://x.test/media/aaa/e12/v/seg7.m4s?x=1', fresh)).toBe(
      'https://x.test/media/bbb/e12/v/seg7.m4s?x=1',
    );
    expect(resign('https://x.test/media/aaa/e13/v/seg7.m4s', fresh)).toBe('https://x.test/media/aaa/e13/v/seg7.m4s');
    expect(resign('https://ads.test/roll.mp4', fresh)).toBe('https://ads.test/roll.mp4');
  });
});

describe('speed', () => {
  it('steps through the offered speeds and stops at the ends', () => {
    expect([stepSpeed(1, 1), stepSpeed(1, -1), stepSpeed(2, 1), stepSpeed(0.5, -1), stepSpeed(1.1, 1)]).toEqual([
      1.25, 0.75, 2, 0.5, 1.25,
    ]);
    expect([knownSpeed(1.5), knownSpeed(7), knownSpeed('1')]).toEqual([1.5, 1, 1]);
  });
});
