/** The storyboard and the chapters of a film or game. Positions are seconds from its start. */

export interface Chapter {
  /** Where it begins; it ends where the next one begins. */
  start: number;
  title: string;
}

export interface Film {
  /** Address of WebVTT that says where on which sheet the small picture of each moment is; '' where there is none. */
  storyboard: string;
  chapters: readonly Chapter[];
  /** There may be more small pictures in a while. */
  grows?: boolean;
}

/** The number of the chapter that a position is in; -1 before the first one. */
export function chapterAt(chapters: readonly Chapter[], at: number): number {
  return chapters.findLastIndex(({ start }) => start <= at);
}
