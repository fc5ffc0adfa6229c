/** The catalogue as the server sends it. Times ending in `_ts` are seconds, in `_ms` milliseconds; money is minor units. */

export type Lang = 'en' | 'fr';
export type EventStatus = 'upcoming' | 'live' | 'finished';
export type EventType = 'free' | 'register' | 'paid' | 'ppv';
export type StreamState = 'idle' | 'live' | 'reconnecting' | 'ended';
export type Gender = 'M' | 'W' | '';

export type GrantReason = 'free' | 'registered' | 'order' | 'package' | 'subscription' | 'operator';
export type RefusalReason = 'login_required' | 'purchase_required' | 'geo_blocked';

export interface Side {
  id: number;
  name: string;
  short_name: string;
  code: string;
  alias: string;
  color: string;
  on_color: string;
  image: string;
  participant_group_id: number | null;
}

export interface Group {
  id: number;
  name: string;
  short_name: string;
  alias: string;
  color: string;
  on_color: string;
  image: string;
  city: string;
  state: string;
  participants_count: number;
}

export interface Category {
  id: number;
  parent_id: number | null;
  title: string;
  alias: string;
  image: string;
  color: string;
  children: Category[];
}

export interface Place {
  id: number;
  name: string;
  city: string;
  state: string;
  time_zone: string;
}

export interface Named {
  id: number;
  name: string;
  alias: string;
}

export interface Access {
  granted: boolean;
  reason: GrantReason | RefusalReason;
  message: string;
  until: string | null;
  capabilities: string[];
}

export interface Score {
  away: number;
  home: number;
  period: string;
  clock: string;
  at_ms: number;
}

export interface GameEvent {
  id: number;
  name: string;
  type: EventType;
  status: EventStatus;
  stream_status: EventStatus;
  stream_state: StreamState;
  participants: Side[];
  home_team_id: number | null;
  event_utc_ts: number;
  time_zone: string;
  duration: number | null;
  has_access: boolean;
  access: Access;
  location_id: number | null;
  location: Place | null;
  event_category_id: number;
  event_category: { id: number; title: string; alias: string } | null;
  division: Named | null;
  group: Named | null;
  gender: Gender;
  price: number;
  base_price: number;
  service_fee: number;
  currency: string;
  image: string;
  image_srcset: string;
  single_event_package_id: number | null;
  score: Score | null;
  featured: boolean;
}

export interface Slide {
  id: number;
  slidable_type: 'main' | 'category' | 'participant' | 'group';
  slidable_id: number | null;
  title: string;
  text: string;
  image: string;
  image_srcset: string;
  url: string;
  button: string;
  event_id: number | null;
}
