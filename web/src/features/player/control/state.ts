import type { ReactNode } from 'react';
import { AUTO, type Quality } from '../engine/engine';
import { type CueStyle, usualCues } from '../logic/cue-style';
import type { Span } from '../logic/live';
import type { Phase } from '../logic/phase';
import type { StartPoint } from '../logic/resume';
import type { Screens } from './screens';

/** Why playback failed. The code is shown to the viewer, who reads it to support. */
export interface PlayerError {
  code: string;
}

export interface Caption {
  /** Index in the element's text tracks. */
  id: number;
  label: string;
  language: string;
}

/** Captions switched off. */
export const NO_CAPTION = -1;

/** Something worth telling: shown for a moment and announced politely. The view puts it into words. */
export type Notice =
  | { kind: 'playing' }
  | { kind: 'paused' }
  | { kind: 'volume'; volume: number }
  | { kind: 'muted' }
  | { kind: 'speed'; speed: number }
  | { kind: 'captions'; label: string | null }
  | { kind: 'moved'; by: number }
  | { kind: 'at'; position: number }
  | { kind: 'live' }
  | { kind: 'complete' }
  | { kind: 'slow' }
  | { kind: 'reconnecting' }
  | { kind: 'reconnected' }
  | { kind: 'interrupted' };

/** A notice with a number of its own, so that the same words twice are said twice. */
export interface NumberedNotice {
  id: number;
  notice: Notice;
  /** Also shown over the picture: the answer to a key press, where no control shows the change. */
  visible: boolean;
}

export interface PlayerState {
  phase: Phase;
  /** The first picture has been shown. */
  begun: boolean;
  /** Playback should move and waits for data. */
  waiting: boolean;
  position: number;
  span: Span;
  /** The furthest position so far. */
  reached: number;
  /** Nothing shows how long a recording is, see `toldSpan`. */
  hidesEnd: boolean;
  /** End of the data ahead of the playhead. */
  buffered: number;
  live: boolean;
  behind: number;
  atEdge: boolean;
  /** Wall-clock time of the picture, epoch milliseconds. */
  playhead: number | null;
  volume: number;
  muted: boolean;
  speed: number;
  /** The browser allowed playback only without sound. */
  autoMuted: boolean;
  /** The browser wants a press before it plays at all. */
  blocked: boolean;
  reconnecting: boolean;
  /** Playback waits for a line that brings too little. */
  slow: boolean;
  /** The encoder of the live stream is gone, as the server says. */
  interrupted: boolean;
  error: PlayerError | null;
  qualities: Quality[];
  quality: number;
  captions: Caption[];
  caption: number;
  cues: CueStyle;
  /** A further setting, of what the page adds to the player. */
  setting?: ReactNode;
  screens: Screens;
  pictureInPicture: boolean;
  fullscreen: boolean;
  /** Where else playback could begin; empty when there is nothing to choose (any more). */
  offers: StartPoint[];
  begin: StartPoint;
  resumeAt: number;
  /** A still of the last picture covers the element, which has none at the moment. */
  frozen: boolean;
  notice: NumberedNotice | null;
}

export const initialState: PlayerState = {
  phase: 'ready',
  begun: false,
  waiting: false,
  position: 0,
  span: { start: 0, end: 0 },
  reached: 0,
  hidesEnd: false,
  buffered: 0,
  live: false,
  behind: 0,
  atEdge: false,
  playhead: null,
  volume: 1,
  muted: false,
  speed: 1,
  autoMuted: false,
  blocked: false,
  reconnecting: false,
  slow: false,
  interrupted: false,
  error: null,
  qualities: [],
  quality: AUTO,
  captions: [],
  caption: NO_CAPTION,
  cues: usualCues,
  screens: 'none',
  pictureInPicture: false,
  fullscreen: false,
  offers: [],
  begin: 'start',
  resumeAt: 0,
  frozen: false,
  notice: null,
};
