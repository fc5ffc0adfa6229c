import type { Media } from '#/api/types';

/** Types of the specification for companions of what is played. */
const THUMBNAILS = 5;
const PREVIEW = 6;
const PREVIEW_ALT = 7;

/** Whether a medium plays an event or a part of a video. */
export function isPlayed({ view = 'video' }: Pick<Media, 'view'>): boolean {
  return view === 'video';
}

/** Whether there is a preview: lists say so, and keep its address back. */
export function hasPreview(media: readonly Media[] = []): boolean {
  return media.some(({ type }) => type === PREVIEW);
}

/** The address of the small pictures of a medium, or of the only one that an event has, WebVTT; '' for none. */
export function thumbnails(media: readonly Media[], id?: number): string {
  return media.find((medium) => medium.type === THUMBNAILS && (id ?? medium.id) === medium.id)?.url ?? '';
}

export interface Preview {
  url: string;
  /** A silent film, else an animated picture for browsers that do not play it. */
  isFilm: boolean;
}

/** The form of a preview that this browser shows; null without an address. */
export function chosenPreview(media: readonly Media[], playsFilm: boolean): Preview | null {
  const film = media.find(({ type, url }) => type === PREVIEW && url)?.url;
  const animation = media.find(({ type, url }) => type === PREVIEW_ALT && url)?.url;
  if (film && (playsFilm || !animation)) return { url: film, isFilm: true };
  return animation ? { url: animation, isFilm: false } : null;
}
