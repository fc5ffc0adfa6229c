import { local } from '#/lib/storage';
import { type CueStyle, knownCues } from '../logic/cue-style';
import { type Left, type LeftByEvent, remember } from '../logic/resume';
import { knownSpeed } from '../logic/speed';

/** What the player remembers of a viewer between visits. */
export interface Preferences {
  volume: number;
  muted: boolean;
  speed: number;
  /** Language of the captions; empty when off. */
  captions: string;
  cues: CueStyle;
  /** Whether single keys control the player. */
  keys: boolean;
  /** Whether the next game plays without being asked; at first where the person has not asked for less motion. */
  playsNext: boolean;
}

const PREFERENCES = 'player';
const POSITIONS = 'player_positions';

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function isLeft(value: unknown): value is Left {
  const { at, of, saved } = record(value);
  return [at, of, saved].every((n) => typeof n === 'number' && Number.isFinite(n));
}

function wantsStill(): boolean {
  return globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false;
}

export function loadPreferences(): Preferences {
  const kept = record(local.load(PREFERENCES));
  return {
    volume: typeof kept.volume === 'number' ? Math.min(1, Math.max(0, kept.volume)) : 1,
    muted: kept.muted === true,
    speed: knownSpeed(kept.speed),
    captions: typeof kept.captions === 'string' ? kept.captions : '',
    cues: knownCues(kept.cues),
    keys: kept.keys !== false,
    playsNext: typeof kept.playsNext === 'boolean' ? kept.playsNext : !wantsStill(),
  };
}

/** Changes some preferences, keeping what another tab changed meanwhile. */
export function savePreferences(change: Partial<Preferences>): void {
  local.save(PREFERENCES, { ...loadPreferences(), ...change });
}

function positions(): LeftByEvent {
  return Object.fromEntries(
    Object.entries(record(local.load(POSITIONS))).filter((entry): entry is [string, Left] => isLeft(entry[1])),
  );
}

/** Where this viewer left the event, if they did. */
export function leftAt(item: string): Left | undefined {
  return positions()[item];
}

export function savePosition(item: string, left: Left, live: boolean): void {
  local.save(POSITIONS, remember(positions(), item, left, live));
}

/** Forgets where this viewer left something: it is kept elsewhere. */
export function forgetPosition(item: string): void {
  const { [item]: left, ...rest } = positions();
  if (left) local.save(POSITIONS, rest);
}
