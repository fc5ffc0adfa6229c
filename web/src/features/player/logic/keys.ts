/** What a key press asks of the player. */
export type Command =
  | { kind: 'toggle-play' }
  | { kind: 'toggle-mute' }
  | { kind: 'toggle-captions' }
  | { kind: 'toggle-fullscreen' }
  | { kind: 'toggle-pip' }
  | { kind: 'seek-by'; seconds: number }
  | { kind: 'seek-to-fraction'; fraction: number }
  | { kind: 'seek-edge' }
  | { kind: 'volume-by'; amount: number }
  | { kind: 'speed-step'; step: 1 | -1 }
  | { kind: 'frame-step'; step: 1 | -1 }
  | { kind: 'clip' }
  | { kind: 'help' };

/** The parts of a KeyboardEvent that matter. */
export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  altKey: boolean;
  metaKey: boolean;
}

/**
 * What has focus: a button answers to Space itself, a slider to the arrows, a radio or check box to both, a text field to
 * everything, a link to none of the player's keys.
 */
export type Focused = 'button' | 'link' | 'slider' | 'choice' | 'field' | 'other';

export const SEEK_STEP = 5;
export const SEEK_JUMP = 10;
export const VOLUME_STEP = 0.05;

const KEYS: Record<string, Command> = {
  ' ': { kind: 'toggle-play' },
  k: { kind: 'toggle-play' },
  m: { kind: 'toggle-mute' },
  c: { kind: 'toggle-captions' },
  f: { kind: 'toggle-fullscreen' },
  i: { kind: 'toggle-pip' },
  arrowleft: { kind: 'seek-by', seconds: -SEEK_STEP },
  arrowright: { kind: 'seek-by', seconds: SEEK_STEP },
  j: { kind: 'seek-by', seconds: -SEEK_JUMP },
  l: { kind: 'seek-by', seconds: SEEK_JUMP },
  arrowup: { kind: 'volume-by', amount: VOLUME_STEP },
  arrowdown: { kind: 'volume-by', amount: -VOLUME_STEP },
  '<': { kind: 'speed-step', step: -1 },
  '>': { kind: 'speed-step', step: 1 },
  ',': { kind: 'frame-step', step: -1 },
  '.': { kind: 'frame-step', step: 1 },
  e: { kind: 'seek-edge' },
  x: { kind: 'clip' },
  '?': { kind: 'help' },
};

/**
 * The command of a key press, or null when the key is not the player's: with a modifier, inside a field, or where the
 * focused control answers to it. Outside the player the page keeps the arrows that scroll it, and all arrows where a control
 * has the focus. Shift is no modifier here, since `?`, `<` and the digits of some layouts need it.
 */
export function commandFor(press: KeyPress, focused: Focused, inside = true): Command | null {
  if (press.ctrlKey || press.altKey || press.metaKey || focused === 'field') return null;
  const key = press.key.toLowerCase();
  const arrow = key.startsWith('arrow');
  if ((focused === 'button' || focused === 'choice') && key === ' ') return null;
  if ((focused === 'slider' || focused === 'choice') && arrow) return null;
  if (!inside && arrow && (focused !== 'other' || key === 'arrowup' || key === 'arrowdown')) return null;
  if (/^[0-9]$/.test(key)) return { kind: 'seek-to-fraction', fraction: Number(key) / 10 };
  return KEYS[key] ?? null;
}

/** Keys of the seek slider besides the player's own, as the ARIA slider pattern has them. */
export function sliderMove(key: string): 'start' | 'end' | number | null {
  if (key === 'Home') return 'start';
  if (key === 'End') return 'end';
  if (key === 'PageUp') return 60;
  if (key === 'PageDown') return -60;
  if (key === 'ArrowLeft' || key === 'ArrowDown') return -SEEK_STEP;
  if (key === 'ArrowRight' || key === 'ArrowUp') return SEEK_STEP;
  return null;
}
