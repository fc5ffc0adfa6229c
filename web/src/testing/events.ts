import type { Access, EventDetail, EventParticipant, EventSummary } from '#/api/types';

/** Builders for catalogue values in tests. Every field has a plain default; a test names only what it is about. */

const TEAMS: [name: string, short: string, code: string, color: string, on: string][] = [
  ['Laurentide Lynx', 'Laurentide', 'LAU', '#2348c7', '#ffffff'],
  ['Fundy Tide', 'Fundy', 'FUN', '#0c7c80', '#ffffff'],
  ['Kawartha Loons', 'Kawartha', 'KAW', '#17573b', '#ffffff'],
  ['Ottawa Valley Rapids', 'Ottawa Valley', 'OVR', '#e0a100', '#0a0d13'],
  ['Chinook Coyotes', 'Chinook', 'CHK', '#c9481c', '#ffffff'],
  ['Pacific Rim Orcas', 'Pacific Rim', 'PRM', '#0f3f66', '#ffffff'],
  ['Assiniboia Storm', 'Assiniboia', 'ASB', '#b5152f', '#ffffff'],
  ['Thunder Cape Wolves', 'Thunder Cape', 'TCW', '#5f2c91', '#ffffff'],
];

/** The clock of a venue in Toronto in winter. */
export const toronto = { time_zone: 'America/Toronto', utc_offset: -18_000, zone_name: 'EST' };

export const TEAM_COUNT = TEAMS.length;

/** The nth team, 1 to 8; its id is n and it belongs to the school of the same id. */
export function team(n: number): EventParticipant {
  const [name, short_name, code, color, on_color] = TEAMS[(n - 1) % TEAMS.length] ?? TEAMS[0]!;
  const alias = short_name.toLowerCase().replaceAll(' ', '-');
  return { id: n, name, short_name, code, alias, color, on_color, image: '', participant_group_id: n };
}

export function access(over: Partial<Access> = {}): Access {
  return { granted: true, reason: 'free', message: '', until: null, capabilities: ['watch'], ...over };
}

/** An upcoming free hockey game, Laurentide @ Fundy, on Saturday 21 November 2026 at 7:30 PM Eastern. */
export function event(over: Partial<EventSummary> = {}): EventSummary {
  return {
    id: 1,
    name: 'Laurentide at Fundy',
    type: 'free',
    status: 'upcoming',
    stream_status: 'upcoming',
    stream_state: 'idle',
    participants: [team(1), team(2)],
    home_team_id: 2,
    event_utc_ts: Date.UTC(2026, 10, 22, 0, 30) / 1000,
    schedule_status: 'on',
    previous_start_utc_ts: null,
    previous_utc_offset: null,
    time_tba: false,
    previous_tba: false,
    time_zone: 'America/Halifax',
    utc_offset: -14_400,
    zone_name: 'AST',
    duration: null,
    has_access: true,
    access: access(),
    location_id: 1,
    location: { id: 1, name: 'Fundy Field House', city: 'Saint John', state: 'N.B.', time_zone: 'America/Halifax' },
    event_category_id: 1,
    event_category: { id: 1, title: 'Hockey', alias: 'hockey' },
    division: { id: 1, name: 'East', alias: 'east' },
    group: null,
    gender: 'M',
    price: 0,
    base_price: 0,
    service_fee: 0,
    currency: 'CAD',
    image: '',
    image_srcset: '',
    image_placeholder: '',
    single_event_package_id: null,
    score: null,
    score_hidden: false,
    featured: false,
    ...over,
  };
}

/** The same game as its own page has it. */
export function eventDetail(over: Partial<EventDetail> = {}): EventDetail {
  const none = {
    description: '',
    packages: [],
    ads: false,
    scores: [],
    moments: 0,
    media: [],
    live_since: null,
    ended_at: null,
    max_streams: 0,
  };
  return { ...event(), ...none, sale: { allowed: true, reason: '' }, server_time_ms: 0, ...over };
}

/** The same game being played: 3–2 in the second period. */
export function liveEvent(over: Partial<EventSummary> = {}): EventSummary {
  return event({
    status: 'live',
    stream_status: 'live',
    stream_state: 'live',
    score: { away: 3, home: 2, period: 'P2', clock: '8:14', at_ms: 0 },
    ...over,
  });
}

/** What a paid event looks like to somebody who has not bought it: $9.99 and $1.50 of taxes. */
export const PAID: Partial<EventSummary> = {
  type: 'paid',
  has_access: false,
  access: access({ granted: false, reason: 'purchase_required', capabilities: [] }),
  base_price: 999,
  service_fee: 150,
  price: 1149,
};
