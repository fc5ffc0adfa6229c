/** The player states of the specification. */
export type Phase = 'ready' | 'play' | 'pause' | 'stop' | 'seek' | 'complete' | 'error';

export interface PhaseInput {
  failed: boolean;
  /** The source has been taken away. */
  stopped: boolean;
  ended: boolean;
  seeking: boolean;
  paused: boolean;
  /** Playback has begun at least once for this source. */
  begun: boolean;
}

/** One state from what the media element says; what stops a viewer most is named first. */
export function phaseOf(input: PhaseInput): Phase {
  if (input.failed) return 'error';
  if (input.stopped) return 'stop';
  if (input.ended) return 'complete';
  if (!input.begun) return 'ready';
  if (input.seeking) return 'seek';
  return input.paused ? 'pause' : 'play';
}
