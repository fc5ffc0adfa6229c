import type { Engine } from '../engine/engine';
import { followEdge, isAtEdge } from '../logic/live';
import type { PlayerState } from './state';

/** Keeps a viewer who follows the live edge there. Returns whether they follow it: a viewer who reaches the edge follows it from then on. */
export function keepAtEdge(video: HTMLVideoElement, engine: Engine, state: PlayerState, followed: boolean): boolean {
  const { speed, behind, live, buffered, interrupted } = state;
  if (video.paused || interrupted) return followed;
  const following = followed || (live && isAtEdge(false, behind) && speed >= 1);
  const ahead = buffered - video.currentTime;
  const action = followEdge({
    following: live && following,
    behind,
    ahead,
    speed,
    rate: video.playbackRate,
    close: engine.keepsClose(),
  });
  if (action.kind === 'rate') video.playbackRate = action.rate;
  if (action.kind === 'jump') video.currentTime = engine.livePosition() ?? video.currentTime;
  return following;
}
