import { type EventDetail, type Media, mediaType } from '#/api/types';
import { isOff, isRecorded, status } from '#/entities/event';
import { type LockedBy, lockedBy } from '#/entities/locked';
import { isPlayed } from '#/entities/medium';

/** What the watch page shows in its stage. */
export type View =
  | { kind: 'play'; url: string; live: boolean }
  /** Shown by the page of another site, in a frame. */
  | { kind: 'embed'; url: string }
  /** The game is announced; this viewer may watch it. */
  | { kind: 'upcoming' }
  /** Live, but the first segment is not there yet. */
  | { kind: 'starting' }
  /** Over, and the recording is being made ready. */
  | { kind: 'processing' }
  /** Cancelled, or postponed without a new time, and there is no recording for this viewer. */
  | { kind: 'off' }
  /** Over, and there is no recording. */
  | { kind: 'unrecorded' }
  | { kind: 'locked'; by: LockedBy }
  /**
   * Not where the viewer is; `opens` where that changes. `sound` where the viewer may listen: null while there is nothing to
   * hear.
   */
  | { kind: 'blocked'; unknown?: boolean; opens?: Opens; sound?: Sound | null };

/** When a blackout is lifted: `at` in seconds once the end of the game is known, else `after` it. */
export interface Opens {
  at: number | null;
  after: number;
  /** The clock of the venue then. */
  venue?: { time_zone: string; utc_offset: number };
}

/** The sound of a game without its picture. */
export interface Sound {
  url: string;
  live: boolean;
}

const GAME_DAY_MS = 12 * 3_600_000;
/** After this long without a recording there will be none. */
const PROCESSING_MS = 15 * 60_000;

export function viewOf(event: EventDetail, now: number): View {
  const { reason, granted } = event.access;
  if (isOff(event) && !(granted && isRecorded(event))) return { kind: 'off' };
  if (reason === 'geo_blocked') return { kind: 'blocked' };
  if (reason === 'blackout') return blackedOut(event);
  if (!granted && isGone(event)) return { kind: 'unrecorded' }; // nobody is asked to buy what cannot be watched
  if (!granted) return { kind: 'locked', by: lockedBy(reason) };
  const is = status(event);
  const media = playable(event.media, is === 'live');
  if (media?.url && is !== 'upcoming') return { kind: 'play', url: media.url, live: is === 'live' };
  const embed = event.media.find((m) => m.type === mediaType.embedded)?.url;
  if (embed && (is !== 'upcoming' || event.event_utc_ts * 1000 <= now)) return { kind: 'embed', url: embed };
  if (is === 'live') return { kind: 'starting' };
  if (is === 'upcoming') return { kind: 'upcoming' };
  return { kind: mayBeRecorded(event, now) ? 'processing' : 'unrecorded' };
}

/** Over, without a recording and without a page of another site that shows it, of which everybody is told that there is one. */
function isGone(event: EventDetail): boolean {
  const isElsewhere = event.media.some((m) => m.type === mediaType.embedded);
  return status(event) === 'finished' && event.stream_state === 'idle' && !isElsewhere;
}

function blackedOut(event: EventDetail): View {
  const { opens_at, opens_after, opens_utc_offset: utc_offset, place_unknown, may_listen } = event.access;
  const blocked = {
    kind: 'blocked' as const,
    ...(place_unknown && { unknown: true }),
    ...(may_listen && { sound: soundOf(event) }),
  };
  if (opens_after === undefined) return blocked;
  const venue = utc_offset === undefined ? {} : { venue: { time_zone: event.time_zone, utc_offset } };
  return { ...blocked, opens: { at: opens_at ? Date.parse(opens_at) / 1000 : null, after: opens_after, ...venue } };
}

function soundOf(event: EventDetail): Sound | null {
  const live = status(event) === 'live';
  const media = event.media.filter((m) => m.sound_url);
  const url = (media.find((m) => live === (m.type === mediaType.live)) ?? media[0])?.sound_url;
  return url && status(event) !== 'upcoming' ? { url, live } : null;
}

/** The medium to play: the live one while live, else the recording; each stands in for the other. */
export function playable(media: Media[], live: boolean): Media | undefined {
  const of = (type: number) => media.find((m) => m.type === type && isPlayed(m) && !!m.url);
  const [first, second] = live ? [mediaType.live, mediaType.vod] : [mediaType.vod, mediaType.live];
  return of(first) ?? of(second);
}

/**
 * Only what was on air and has just ended can still become a recording; what never began has no end either. Somebody who
 * hides scores is not told the end, and is left hoping on the day of the game.
 */
function mayBeRecorded(event: EventDetail, now: number): boolean {
  if (event.score_hidden) return event.stream_state === 'ended' && now - event.event_utc_ts * 1000 < GAME_DAY_MS;
  return event.ended_at !== null && now - Date.parse(event.ended_at) < PROCESSING_MS;
}

/** Milliseconds until the event is asked again: an open page follows the game within five seconds. */
export function pollEvery(view: View['kind'], live: boolean): number {
  if (view === 'unrecorded' || view === 'embed' || (view === 'play' && !live)) return 30_000;
  // Who waits also has to get the player and its first picture within those seconds.
  return view === 'play' ? 4000 : 3000;
}

/**
 * What the player keeps playing. A session that has begun outlives what the event says for a moment: between the end of a
 * game and its recording there may be no address at all, and the viewer, who may be an hour behind, must not notice.
 */
export interface Session {
  eventId: number;
  url: string;
  live: boolean;
}

export function nextSession(before: Session | null, eventId: number, view: View): Session | null {
  const mine = before?.eventId === eventId ? before : null;
  if (view.kind === 'play') {
    const same = mine && mine.url === view.url && mine.live === view.live;
    return same ? mine : { eventId, url: view.url, live: view.live };
  }
  const gap = ['starting', 'processing', 'unrecorded', 'embed'].includes(view.kind);
  return gap ? mine : null;
}
