/**
 * Notices playback that should move and does not, whatever the reason, and escalates step by step. Players stall for
 * causes no event names (a decoder that hangs, a gap no one reports), so this looks at the one thing that matters: time.
 */

export interface Sample {
  /** Monotonic milliseconds. */
  now: number;
  position: number;
  /** Not paused, not ended, not seeking by hand, the page visible, and the source not known to be interrupted. */
  expected: boolean;
  /** Seconds that are loaded ahead of the position. */
  ahead: number;
  /** Bytes that arrived so far. */
  received: number;
}

export interface Watch {
  /** Position last seen, and since when it has not moved. */
  position: number;
  since: number;
  step: number;
  /** Bytes last seen, and when their number last changed. */
  received: number;
  arrived: number;
}

/** `nudge` asks for data again, `rebuild` renews the decoder where it has data, `reopen` loads the source from scratch. */
export type WatchAction = 'none' | 'waiting' | 'nudge' | 'rebuild' | 'reopen' | 'fail';

/** Milliseconds without movement before each step. */
const STEPS: [number, WatchAction][] = [
  [1500, 'waiting'],
  [6000, 'nudge'],
  [12_000, 'rebuild'],
  [25_000, 'reopen'],
  [60_000, 'fail'],
];
const MOVED = 0.05;
/** Seconds ahead with which a decoder has no reason to stand still. With less it waits for data, and a new one would too. */
const PLAYABLE = 0.5;
/** Milliseconds without movement after which a line that brings data counts as slow. */
const SLOW_MS = 3000;
/** Milliseconds without data after which a line counts as gone. */
const GONE_MS = 4000;

export function startWatch(now: number, position: number): Watch {
  return { position, since: now, step: 0, received: 0, arrived: Number.NEGATIVE_INFINITY };
}

/** Whether playback waits for data that is on its way. To ask again would throw away what has come of it. */
export function isStarved({ since, arrived }: Watch, { now, ahead, expected }: Sample): boolean {
  return expected && ahead < PLAYABLE && now - since >= SLOW_MS && now - arrived < GONE_MS;
}

/** Takes the next sample; an action is due once per step and stall. */
export function observe(before: Watch, sample: Sample): { watch: Watch; action: WatchAction } {
  const { received, now, position } = sample;
  const arrived = received === before.received ? before.arrived : now;
  const moved = Math.abs(position - before.position) > MOVED;
  if (!sample.expected || moved) return { watch: { ...startWatch(now, position), received, arrived }, action: 'none' };
  const watch = { ...before, received, arrived };
  const due = STEPS[watch.step];
  if (!due || now - watch.since < due[0]) return { watch, action: 'none' };
  if (due[1] !== 'waiting' && isStarved(watch, sample)) return { watch, action: 'none' };
  const action = due[1] === 'rebuild' && sample.ahead < PLAYABLE ? 'nudge' : due[1];
  return { watch: { ...watch, step: watch.step + 1 }, action };
}
