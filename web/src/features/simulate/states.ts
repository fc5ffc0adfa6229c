import { type EventDetail, type EventPackage, mediaType } from '#/api/types';
// In a coding that no browser has, so that the player fails at once.
import unplayable from './unplayable.m3u8?url';

/** Every state the watch screen can be in. */
export const stateNames = [
  'upcoming',
  'live',
  'starting',
  'finished',
  'login',
  'purchase',
  'ppv',
  'blocked',
  'processing',
  'unrecorded',
  'error',
] as const;

export type StateName = (typeof stateNames)[number];

export function isState(value: unknown): value is StateName {
  return stateNames.some((name) => name === value);
}

/** Where the recorded test media plays from, and what a price box shows. */
export interface Material {
  /** An event of the channel, best one with a recording. */
  event: EventDetail;
  /** What is live right now, if anything is: only a live stream shows the player's live controls. */
  live: EventDetail | null;
  packages: EventPackage[];
}

const minute = 60_000;
/** The event as the server would describe it in a state, `now` in milliseconds. Nothing of it is stored. */
export function inState(name: StateName, { event, live: onAir, packages }: Material, now: number): EventDetail {
  const recorded = event.media.find((medium) => medium.type === mediaType.vod && medium.url);
  const over = {
    ...event,
    ...status('finished'),
    stream_state: 'ended' as const,
    event_utc_ts: Math.round((now - 180 * minute) / 1000),
    live_since: new Date(now - 180 * minute).toISOString(),
    ended_at: new Date(now - 30 * minute).toISOString(),
    type: 'free' as const,
    has_access: true,
    access: { granted: true, reason: 'free' as const, message: '', until: null, capabilities: ['watch'] },
    max_streams: 0,
    server_time_ms: now,
  };
  const live = {
    ...over,
    ...status('live'),
    stream_state: 'live' as const,
    event_utc_ts: Math.round((now - 40 * minute) / 1000),
    live_since: new Date(now - 40 * minute).toISOString(),
    ended_at: null,
  };
  const ahead = { ...live, ...status('upcoming'), stream_state: 'idle' as const, live_since: null, media: [] };
  const upcoming = { ...ahead, event_utc_ts: Math.round((now + 26 * 60 * minute) / 1000), score: null, scores: [] };
  const priced = { ...upcoming, base_price: 884, service_fee: 115, price: 999, packages };
  switch (name) {
    case 'upcoming':
      return upcoming;
    case 'live':
      return onAir ?? { ...live, media: recorded ? [{ ...recorded, type: mediaType.live }] : [] };
    case 'starting':
      return { ...live, media: [] };
    case 'finished':
      return over;
    case 'login':
      return { ...upcoming, type: 'register', ...refused('login_required') };
    case 'purchase':
      return { ...priced, type: 'paid', ...refused('purchase_required') };
    case 'ppv':
      return { ...priced, type: 'ppv', packages: [], ...refused('purchase_required') };
    case 'blocked':
      return { ...live, ...refused('geo_blocked') };
    case 'processing':
      return { ...over, ended_at: new Date(now - minute).toISOString(), media: [] };
    case 'unrecorded':
      return { ...over, ended_at: new Date(now - 24 * 60 * minute).toISOString(), media: [] };
    case 'error':
      return { ...over, media: [{ ...recorded, id: recorded?.id ?? 0, type: mediaType.vod, url: unplayable }] };
  }
}

function status(is: EventDetail['status']) {
  return { status: is, stream_status: is };
}

function refused(reason: 'login_required' | 'purchase_required' | 'geo_blocked') {
  return {
    has_access: false,
    access: { granted: false, reason, message: '', until: null, capabilities: [] },
    media: [],
  };
}
