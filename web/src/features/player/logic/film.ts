/** What is known of a film or game beside its pictures and sound. Positions are seconds from its start. */

import type { Source } from '../control/source';
import { boardBeside } from './storyboard';

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

/** What is known of a source. The page says it of films; the small pictures of a game are beside it, those of a part of it are not shown. */
export function known(film: Film | undefined, { url, stretch }: Source): Film | undefined {
  const storyboard = film?.storyboard || stretch ? '' : boardBeside(url);
  return storyboard ? { storyboard, chapters: film?.chapters ?? [], grows: true } : film;
}

/** The number of the chapter that a position is in; -1 before the first one. */
export function chapterAt(chapters: readonly Chapter[], at: number): number {
  return chapters.findLastIndex(({ start }) => start <= at);
}
