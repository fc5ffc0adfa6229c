/** The name and the tags that a new clip has before its maker changes them. */
export interface ProposedClip {
  name: string;
  tags: readonly string[];
}

/** Has a clip made that ends at a moment on the wall clock, epoch milliseconds. */
export type ClipUntil = (moment: number, proposed?: ProposedClip) => void;
