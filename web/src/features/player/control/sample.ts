import type { Engine } from '../engine/engine';
import type { Sample } from '../logic/watchdog';
import type { PlayerState } from './state';

/** What the supervisor looks at on each tick; `astray`: a track is loaded elsewhere while the position waits for it. */
export function sampleOf(
  video: HTMLVideoElement,
  engine: Engine,
  { interrupted, error, blocked, buffered }: PlayerState,
  wantsPlay: boolean,
): { sample: Sample; astray: boolean } {
  const position = video.currentTime;
  const able = !video.ended && !document.hidden && !interrupted && !error && !blocked;
  const sample = {
    now: performance.now(),
    position,
    expected: wantsPlay && able,
    ahead: buffered - position,
    received: engine.received(),
  };
  const waits = able && (wantsPlay || video.seeking);
  return { sample, astray: waits && engine.isAstray(position) };
}
