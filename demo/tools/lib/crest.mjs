// Crests: one of four shapes, one of six patterns, a letter. Viewbox 48.
const shapes = {
  shield: 'M4 4h40v22L24 46 4 26Z',
  crest: 'M24 2 44 7v17c0 12-9 19-20 23C13 43 4 36 4 24V7Z',
  round: 'M24 2a22 22 0 1 1 0 44 22 22 0 0 1 0-44Z',
  hex: 'M24 1 44 12.5v23L24 47 4 35.5v-23Z',
};

const patterns = {
  sash: '<path d="M-4 40 40-4h12v6L4 50h-8Z" opacity=".9"/>',
  wave: '<path d="M-2 33c7-6 12 5 19 0s12 4 19-1 9 1 14-2v22H-2Z"/>',
  chevron: '<path d="M0 38 24 26l24 12v12H0Z"/>',
  peak: '<path d="M0 50 14 30l6 8 9-14 19 26Z"/>',
  sun: '<path d="M24 48 0 40v-6l24 12 24-12v6Zm0-8L2 28v-4l22 12 22-12v4Z"/>',
  bolt: '<path d="M48 30 30 34l5 4L10 50h38ZM0 6l9-6h8L6 14l5 2-11 8Z"/>',
};

// The letter as an outline, so that the file needs no font: paths drawn on a
// 20 by 24 box, stroked twice (team colour below, letter colour above).
const letters = {
  L: 'M5 1v22h12',
  F: 'M5 23V1h13M5 12h10',
  K: 'M4 1v22M17 1 5 13l13 10',
  O: 'M10 1.5c-5 0-7 3.500-7 10.500s2 10.500 7 10.500 7-3.500 7-10.500-2-10.500-7-10.500Z',
  A: 'M2 23 10 1l8 22M5 16h10',
  C: 'M17 6c-1-3-3.500-4.500-7-4.500-5 0-7 3.500-7 10.500s2 10.500 7 10.500c3.500 0 6-1.500 7-4.500',
  P: 'M4 23V1h7c5 0 7 2.500 7 6.500S16 14 11 14H4',
  T: 'M1 1.500h18M10 1.500V23',
  Q: 'M10 1.500c-5 0-7 3.500-7 10.500s2 10.500 7 10.500 7-3.500 7-10.500-2-10.500-7-10.500ZM11 16l7 8',
};

/** A school's crest as the inside of an SVG with viewBox 0 0 48 48. */
export function crestBody(s, id = 'c') {
  const d = shapes[s.crest.shape];
  const letter = `<path transform="translate(14.500 11.500) scale(.95)" d="${letters[s.short_name[0]]}" fill="none"`;
  return [
    `<clipPath id="${id}"><path d="${d}"/></clipPath><g clip-path="url(#${id})"><path fill="${s.color}" d="M0 0h48v48H0z"/>`,
    `<g fill="${s.color_2}">${patterns[s.crest.pattern]}</g></g>`,
    `<path d="${d}" fill="none" stroke="${s.color_2}" stroke-width="2.400"/>`,
    `${letter} stroke="${s.color}" stroke-width="9.500" stroke-linejoin="round" stroke-linecap="round"/>`,
    `${letter} stroke="${s.on_color}" stroke-width="4.800" stroke-linejoin="miter"/>`,
  ].join('').replace(/(\.\d)00\b/g, '$1');
}

/** A school's crest as an SVG file. */
export function crest(s) {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" role="img" aria-label="${s.short_name} ${s.nickname}">${crestBody(s)}</svg>\n`;
}
