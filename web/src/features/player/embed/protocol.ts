import type { PlayerState } from '../control/state';
import { AUTO } from '../engine/engine';
import { spanLength } from '../logic/live';
import type { Phase } from '../logic/phase';

/** The version that both sides put into every message, as `grandstand`. See docs/guide/embed.md. */
export const VERSION = 1;

/** What the page around an embedded player asks of it. */
export type Order =
  | { kind: 'hello' }
  | { kind: 'play' }
  | { kind: 'pause' }
  /** Seconds from the beginning of what can be watched; `live` is the live position. */
  | { kind: 'seek'; to: number | 'live' }
  | { kind: 'mute'; on: boolean }
  /** 0 to 1. */
  | { kind: 'volume'; to: number }
  /** Lines of the picture. */
  | { kind: 'quality'; to: number | 'auto' };

export type Problem = 'unknown_command' | 'bad_value' | 'not_playing';

/** A message as a page sent it: what it asks, or what is wrong with it; null where it is not meant for a player. */
export type Heard = { order: Order } | { problem: Problem } | null;

/** Reads a message. Nothing of it is kept or answered but what is understood. */
export function readMessage(data: unknown): Heard {
  if (typeof data !== 'object' || data === null) return null;
  const { grandstand, command, value } = data as Record<string, unknown>;
  if (grandstand !== VERSION || typeof command !== 'string') return null;
  return readOrder(command, value);
}

function readOrder(command: string, value: unknown): Heard {
  switch (command) {
    case 'hello':
    case 'play':
    case 'pause':
      return { order: { kind: command } };
    case 'seek':
      if (value === 'live') return { order: { kind: 'seek', to: 'live' } };
      return isWithin(value, Number.MAX_SAFE_INTEGER)
        ? { order: { kind: 'seek', to: value } }
        : { problem: 'bad_value' };
    case 'mute':
      return typeof value === 'boolean' ? { order: { kind: 'mute', on: value } } : { problem: 'bad_value' };
    case 'volume':
      return isWithin(value, 1) ? { order: { kind: 'volume', to: value } } : { problem: 'bad_value' };
    case 'quality':
      if (value === 'auto') return { order: { kind: 'quality', to: 'auto' } };
      return isWithin(value, 10_000) ? { order: { kind: 'quality', to: value } } : { problem: 'bad_value' };
    default:
      return { problem: 'unknown_command' };
  }
}

function isWithin(value: unknown, most: number): value is number {
  return typeof value === 'number' && value >= 0 && value <= most;
}

/** Where playback is. Seconds count from the beginning of what can be watched. */
export interface Time {
  position: number;
  /** Null while unknown, live, and where it would tell how the game went. */
  duration: number | null;
  /** Seconds behind the live position; null for a recording. */
  behind: number | null;
}

/** What there is to know of a player. Nothing in it tells who watches, or what they may watch. */
export interface Told extends Time {
  state: Phase;
  waiting: boolean;
  live: boolean;
  muted: boolean;
  volume: number;
  /** Lines of the picture, or `auto`. */
  quality: number | 'auto';
  /** The greatest first. */
  qualities: number[];
}

/** A player that plays nothing, for whatever reason. */
export const nothing: Told = {
  state: 'stop',
  waiting: false,
  live: false,
  muted: false,
  volume: 1,
  quality: 'auto',
  qualities: [],
  position: 0,
  duration: null,
  behind: null,
};

export function timeOf(state: PlayerState): Time {
  const { span, position, live, hidesEnd, behind } = state;
  const length = spanLength(span);
  return {
    position: tenths(Math.max(0, position - span.start)),
    duration: live || hidesEnd || length === 0 ? null : tenths(length),
    behind: live ? tenths(behind) : null,
  };
}

export function tell(state: PlayerState): Told {
  const { phase, waiting, live, muted, volume, qualities, quality } = state;
  const heights = qualities.map(({ height }) => height).filter((height) => height > 0);
  return {
    ...timeOf(state),
    state: phase,
    waiting,
    live,
    muted,
    volume,
    quality: quality === AUTO ? 'auto' : (qualities.find(({ id }) => id === quality)?.height ?? 'auto'),
    qualities: [...new Set(heights)].toSorted((a, b) => b - a),
  };
}

function tenths(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}

/** What a player says to the page around it. */
export type Event =
  /** It hears; said without being asked, and tells nothing. */
  | { event: 'listening' }
  | ({ event: 'ready' | 'state' } & Told)
  | { event: 'play' | 'pause' | 'ended' }
  | ({ event: 'time' } & Time)
  /** A message that it cannot follow, or `code` of what the viewer is shown. */
  | { event: 'error'; problem: Problem | 'playback'; code?: string };
