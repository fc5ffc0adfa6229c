import type { Film, Video, VideoDetail, VideoPart } from '#/api/types';
import { type LockedBy, lockedBy } from './locked';
import { isPlayed, thumbnails } from './medium';
import type { Advertised } from './preroll';

/** Seconds since the epoch of a video's date. */
export function publishedAt(video: Pick<Video, 'date'>): number {
  return Date.parse(video.date) / 1000;
}

/** The part an address asks for, else the first. */
export function chosenPart(video: Pick<Video, 'vod_media_items'>, id: number | undefined): VideoPart | undefined {
  const parts = video.vod_media_items;
  return parts.find((part) => part.id === id) ?? parts[0];
}

/** The one thing a card says about access. */
export type VideoAccess = 'free' | 'own' | 'login' | 'paid' | 'on_hold' | 'blocked';

export function videoAccess({ type, has_access, access }: Pick<Video, 'type' | 'has_access' | 'access'>): VideoAccess {
  if (access.reason === 'geo_blocked' || access.reason === 'blackout') return 'blocked';
  if (has_access) return type === 'paid' ? 'own' : 'free';
  if (access.reason === 'payment_disputed') return 'on_hold';
  return type === 'register' ? 'login' : 'paid';
}

/** What a video's page shows in its stage. */
export type VideoView =
  | { kind: 'play'; film: Film & { url: string } }
  /** Chosen part has no recording yet. */
  | { kind: 'unready' }
  | { kind: 'locked'; by: LockedBy }
  | { kind: 'blocked'; unknown?: boolean };

export function videoView(video: VideoDetail, part: VideoPart | undefined): VideoView {
  const film = video.media.find((medium) => medium.id === part?.id && isPlayed(medium));
  // A part may be a game that is blacked out where the video's other parts are not.
  const { granted, reason, place_unknown } = film?.access ?? video.access;
  if (reason === 'geo_blocked' || reason === 'blackout')
    return { kind: 'blocked', ...(place_unknown && { unknown: true }) };
  if (!granted) return { kind: 'locked', by: lockedBy(reason) };
  if (!film?.url) return { kind: 'unready' };
  return {
    kind: 'play',
    film: { ...film, url: film.url, storyboard: thumbnails(video.media, film.id) || film.storyboard },
  };
}

/**
 * What pre-rolls before a part go by: the game whose recording it is, so that who has seen one before the game is spared here
 * too, else the video, which has neither place nor sport. Absent where its viewer is shown none.
 */
export function advertised({ id, ads, media }: VideoDetail, part: VideoPart): Advertised | undefined {
  if (!ads) return undefined;
  const medium = media.find((one) => one.id === part.id);
  return {
    id: medium?.event_id ?? `v${id}`,
    location_id: medium?.location_id ?? null,
    event_category_id: medium?.event_category_id ?? null,
  };
}
