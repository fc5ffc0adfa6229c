/** What plays a source into a media element. The rest of the player knows HLS only through this. */
export interface Engine {
  /** Loads the source; `start` is seconds on the media timeline, null for the live position or the beginning. */
  load(url: string, start: number | null): void;
  /** The same media under a fresh signature: later requests use it, playback is not touched. */
  resign(url: string): void;
  /** Resumes loading where it stopped, after the engine reported that it gave up. */
  resume(): void;
  /** Takes the decoder apart and builds it again at the same position. */
  rebuild(): void;
  isLive(): boolean;
  /** Where a viewer at the edge plays now, in seconds on the media timeline; null when not live or not known yet. */
  livePosition(): number | null;
  /** Whether a viewer at the edge is kept close to it: on a slow line what is loaded is worth more than a few seconds. */
  keepsClose(): boolean;
  /** The earliest position at which picture and sound both have media; null when the source does not say. */
  firstPosition(): number | null;
  /** Whether picture or sound is absent at the position and is loaded at another place instead. */
  isAstray(position: number): boolean;
  /** Bytes of media that arrived so far; always 0 where the browser does not say. */
  received(): number;
  /** Starts loading picture and sound again at the playhead. */
  realign(): void;
  /** Wall-clock time of the picture at a position, epoch milliseconds; null when the source does not say. */
  wallClock(position: number): number | null;
  /** Position of the picture of a wall-clock moment; the nearest one when nothing was sent then; null as above. */
  positionOf(moment: number): number | null;
  qualities(): Quality[];
  /** The chosen quality, or AUTO. */
  quality(): number;
  setQuality(id: number): void;
  /** Seconds per picture, for stepping. */
  frameLength(): number;
  destroy(): void;
}

export const AUTO = -1;

export interface Quality {
  id: number;
  /** Lines of the picture; 0 when the source does not say. */
  height: number;
  /** Bits per second. */
  bitrate: number;
}

export type Trouble =
  /** A request failed and the engine tries again by itself. */
  | { kind: 'retrying' }
  /** An answer took too long and the engine asks again by itself. */
  | { kind: 'slow' }
  /** The engine gave up on a request; `status` is 0 without an answer. */
  | { kind: 'network'; status: number }
  /** The signature is no longer accepted. */
  | { kind: 'refused' }
  /** The media cannot be decoded. */
  | { kind: 'media' }
  /** This browser has no way to play it. */
  | { kind: 'unsupported' };

/** Where an engine tells how well it plays, as CMCD has it (CTA-5004-B). */
export interface QualityReports {
  session: string;
  content: string;
  tell(data: string): void;
}

export interface EngineHooks {
  /** Absent where nobody wants to know. */
  quality?: QualityReports;
  /** Something about the source became known or changed: its length, qualities, whether it is live. */
  onChange(): void;
  onTrouble(trouble: Trouble): void;
  /** Data arrived: whatever the trouble was, it is over. */
  onHealthy(): void;
}

/** Pictures per second assumed when the source does not say. */
export const USUAL_FRAME_RATE = 30;
