import { AUTO, type Engine } from '../engine/engine';
import { isAtEdge, type Span, secondsBehind } from '../logic/live';
import { phaseOf } from '../logic/phase';
import type { PlayerState } from './state';

/** What the element and the engine say right now, as a change to the player's state. */
export function reading(
  video: HTMLVideoElement,
  engine: Engine | null,
  before: PlayerState,
  sourced: boolean,
): Partial<PlayerState> {
  const { muted, volume } = video;
  const common = {
    muted,
    volume,
    autoMuted: before.autoMuted && muted,
    pictureInPicture: document.pictureInPictureElement === video,
    phase: phaseOf({
      failed: before.error !== null,
      stopped: !sourced,
      ended: video.ended,
      seeking: video.seeking,
      paused: video.paused,
      begun: before.begun,
    }),
  };
  // Without an engine the element is empty, but the viewer still is where they were.
  if (!engine || video.readyState === HTMLMediaElement.HAVE_NOTHING) return common;
  return { ...common, ...timeline(video, engine, before) };
}

function timeline(video: HTMLVideoElement, engine: Engine, before: PlayerState): Partial<PlayerState> {
  const position = video.currentTime;
  const livePosition = engine.livePosition();
  const behind = secondsBehind(position, livePosition);
  const live = engine.isLive();
  return {
    position,
    reached: Math.max(before.reached, position),
    live,
    behind,
    atEdge: live && isAtEdge(before.atEdge, behind),
    span: spanOf(video, livePosition),
    buffered: bufferedTo(video),
    playhead: engine.wallClock(position),
  };
}

function spanOf({ seekable, duration }: HTMLVideoElement, livePosition: number | null): Span {
  const start = seekable.length > 0 ? seekable.start(0) : 0;
  if (livePosition !== null) return { start, end: livePosition };
  if (Number.isFinite(duration)) return { start, end: duration };
  // A recording that does not tell its length: as far as it is listed.
  return { start, end: seekable.length > 0 ? seekable.end(seekable.length - 1) : start };
}

/** End of the buffered range the playhead is in; the playhead itself when it is in none. */
function bufferedTo({ buffered, currentTime }: HTMLVideoElement): number {
  for (let i = 0; i < buffered.length; i++) {
    if (buffered.start(i) <= currentTime + 0.1 && buffered.end(i) > currentTime) return buffered.end(i);
  }
  return currentTime;
}

/** The state between two sources of one event: nothing plays yet, but the viewer keeps place and picture. */
export function rested(before: PlayerState): Partial<PlayerState> {
  return {
    waiting: true,
    reconnecting: before.reconnecting,
    error: null,
    qualities: [],
    quality: AUTO,
    blocked: false,
  };
}
