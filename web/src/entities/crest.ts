import { contrast, INK, mix, onColour, safeColour } from './colour';

/** A drawn emblem for a team or school without a logo, in a 48 x 48 box. */
export interface CrestDrawing {
  /** Outline, also the clip of the field. */
  shape: string;
  /** Second-colour figure inside the outline. */
  pattern: string;
  field: string;
  figure: string;
  ink: string;
  letter: string;
}

const SHAPES = [
  'M4 4h40v22L24 46 4 26Z',
  'M24 2 44 7v17c0 12-9 19-20 23C13 43 4 36 4 24V7Z',
  'M24 2a22 22 0 1 1 0 44 22 22 0 0 1 0-44Z',
  'M24 1 44 12.5v23L24 47 4 35.5v-23Z',
];

const PATTERNS = [
  'M-4 40 40-4h12v6L4 50h-8Z',
  'M-2 33c7-6 12 5 19 0s12 4 19-1 9 1 14-2v22H-2Z',
  'M0 38 24 26l24 12v12H0Z',
  'M0 50 14 30l6 8 9-14 19 26Z',
  'M24 48 0 40v-6l24 12 24-12v6Zm0-8L2 28v-4l22 12 22-12v4Z',
  'M48 30 30 34l5 4L10 50h38ZM0 6l9-6h8L6 14l5 2-11 8Z',
];

/** Second colours tried in turn; the first that stands out from the field is taken. */
const FIGURES = ['#ffffff', '#f4c531', '#f7e3c2', '#63c8ea', '#d7dbe3', '#16202e'];
const FIGURE_CONTRAST = 2.2;

export interface Emblem {
  id: number;
  name: string;
  short_name?: string;
  color: string;
  participant_group_id?: number | null;
}

/** Teams of one school wear the school's emblem, so the group's id decides where there is one. */
export function crestSeed(of: Emblem): number {
  return Math.abs(Math.trunc(of.participant_group_id ?? of.id)) || 0;
}

/**
 * The emblem of a team or school. Any 24 consecutive seeds give the 24 combinations of outline and figure, and
 * neighbours differ in both.
 */
export function crest(of: Emblem): CrestDrawing {
  const seed = crestSeed(of);
  const round = Math.floor(seed / 4);
  const field = safeColour(of.color);
  return {
    shape: SHAPES[seed % 4] ?? '',
    pattern: PATTERNS[(5 * round + (seed % 4)) % 6] ?? '',
    field,
    figure: figureOn(field, seed),
    ink: onColour(field),
    letter: initial(of.short_name || of.name),
  };
}

function figureOn(field: string, seed: number): string {
  for (let i = 0; i < FIGURES.length; i++) {
    const tried = FIGURES[(seed + i) % FIGURES.length] ?? INK;
    if (contrast(tried, field) >= FIGURE_CONTRAST) return tried;
  }
  return mix('#ffffff', field, 0.7);
}

/** First letter or digit, upper case; an article as in "L’Estrie" is not skipped: it is how the school writes itself. */
export function initial(name: string): string {
  return /[\p{L}\p{N}]/u.exec(name)?.[0].toLocaleUpperCase() ?? '';
}
