/** Colour arithmetic of WCAG 2: relative luminance, contrast ratio, and the text colour a plate can carry. */

/** Stands in for a team without a colour: a slate that reads on both light and dark stages. */
export const NO_COLOUR = '#46536a';
const NO_COLOUR_RGB = [70, 83, 106] as const;
/** Near-black of the media surface, the dark alternative to white on a plate. */
export const INK = '#0a0d13';
const WHITE = '#ffffff';
/** Scores and crest letters are large text, where 3:1 is required; the margin covers anti-aliasing. */
const LARGE_TEXT = 3.2;

type Rgb = [number, number, number];

/** Reads `#rgb` or `#rrggbb`; anything else is null. */
export function parseHex(hex: string): Rgb | null {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(hex.trim());
  if (short) return [1, 2, 3].map((i) => Number.parseInt(`${short[i]}${short[i]}`, 16)) as Rgb;
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex.trim());
  return long ? ([1, 2, 3].map((i) => Number.parseInt(long[i] ?? '0', 16)) as Rgb) : null;
}

/** A colour that can be written into a style attribute: the given one when it is a hex colour, else the neutral slate. */
export function safeColour(hex: string | null | undefined): string {
  return hex && parseHex(hex) ? hex.trim() : NO_COLOUR;
}

function channel(value: number): number {
  const v = value / 255;
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
}

function luminance(hex: string): number {
  const [r, g, b] = parseHex(hex) ?? NO_COLOUR_RGB;
  return 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
}

/** Contrast ratio of two hex colours, 1 to 21. */
export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** Text colour for large text on a plate of this colour: white where it reads, else near-black. */
export function onColour(plate: string): string {
  return contrast(WHITE, plate) >= LARGE_TEXT ? WHITE : INK;
}

/** Mixes `share` (0..1) of `a` into `b`. */
export function mix(a: string, b: string, share: number): string {
  const [x, y] = [parseHex(a), parseHex(b)];
  if (!x || !y) return safeColour(b);
  const hex = x.map((v, i) =>
    Math.round(v * share + (y[i] ?? 0) * (1 - share))
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${hex.join('')}`;
}
