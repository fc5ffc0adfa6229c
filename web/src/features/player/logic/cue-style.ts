/** How captions look. The first of each is what they look like when nobody chose. */
export const CUE_SIZES = ['normal', 'large', 'larger', 'small'] as const;
export const CUE_COLOURS = ['white', 'yellow', 'cyan', 'green'] as const;
export const CUE_BACKS = ['shade', 'solid', 'none'] as const;

export interface CueStyle {
  size: (typeof CUE_SIZES)[number];
  colour: (typeof CUE_COLOURS)[number];
  /** What is behind the letters; with `none` they have an outline. */
  back: (typeof CUE_BACKS)[number];
}

export const usualCues: CueStyle = { size: 'normal', colour: 'white', back: 'shade' };

/** A stored style; parts that are none of ours are the usual ones. */
export function knownCues(stored: unknown): CueStyle {
  const { size, colour, back } = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<
    string,
    unknown
  >;
  return {
    size: CUE_SIZES.find((one) => one === size) ?? usualCues.size,
    colour: CUE_COLOURS.find((one) => one === colour) ?? usualCues.colour,
    back: CUE_BACKS.find((one) => one === back) ?? usualCues.back,
  };
}
