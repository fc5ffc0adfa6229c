import type { Video, VideoDetail, VideoPart } from '#/api/types';

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
export type VideoAccess = 'free' | 'own' | 'login' | 'paid' | 'blocked';

export function videoAccess({ type, has_access, access }: Pick<Video, 'type' | 'has_access' | 'access'>): VideoAccess {
  if (access.reason === 'geo_blocked') return 'blocked';
  if (has_access) return type === 'paid' ? 'own' : 'free';
  return type === 'register' ? 'login' : 'paid';
}

/** What a video's page shows in its stage. */
export type VideoView =
  | { kind: 'play'; url: string }
  /** Chosen part has no recording yet. */
  | { kind: 'unready' }
  | { kind: 'locked'; by: 'login' | 'purchase' }
  | { kind: 'blocked' };

export function videoView(video: VideoDetail, part: VideoPart | undefined): VideoView {
  const { granted, reason } = video.access;
  if (reason === 'geo_blocked') return { kind: 'blocked' };
  if (!granted) return { kind: 'locked', by: reason === 'login_required' ? 'login' : 'purchase' };
  const url = video.media.find((medium) => medium.id === part?.id)?.url;
  return url ? { kind: 'play', url } : { kind: 'unready' };
}
