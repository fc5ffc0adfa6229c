import type { Stretch } from '../logic/stretch';

/** What is played. */
export interface Source {
  item: string;
  url: string;
  /** Whether the event is live as the page knows it; the playlist has the last word. */
  live: boolean;
  /** Seconds into the media that the viewer asked for: nothing else decides where playback starts. */
  at?: number | undefined;
  /** The part that is shown; what is watched in parts is not remembered. */
  stretch?: Stretch | undefined;
}
