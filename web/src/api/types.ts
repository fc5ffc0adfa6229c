/** Shapes on the wire. Texts arrive resolved in the language that was asked for; an absent image is ''. */

export type EventType = 'free' | 'register' | 'paid' | 'ppv';
export type StreamStatus = 'upcoming' | 'live' | 'finished';
export type StreamState = 'idle' | 'live' | 'reconnecting' | 'ended';
export type Gender = 'M' | 'W' | '';
export type Language = 'en' | 'fr';

export type GrantReason = 'free' | 'registered' | 'order' | 'package' | 'subscription' | 'operator';
export type RefusalReason = 'login_required' | 'purchase_required' | 'geo_blocked';

export interface Access {
  granted: boolean;
  reason: GrantReason | RefusalReason;
  message: string;
  until: string | null;
  capabilities: string[];
}

export interface EventParticipant {
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

export interface Participant extends EventParticipant {
  images: string[];
  properties: { gender: Gender; sport: number | null };
  group?: NamedRef;
}

export interface NamedRef {
  id: number;
  name: string;
  alias: string;
}

export interface ParticipantGroup extends NamedRef {
  short_name: string;
  color: string;
  on_color: string;
  image: string;
  images: string[];
  city: string;
  state: string;
  participants_count: number;
}

export interface ParticipantGroupProperties {
  genders: { id: Gender; title: string }[];
  sports: { id: number; title: string; alias: string }[];
  divisions: NamedRef[];
  groups: NamedRef[];
  cities: string[];
  states: string[];
}

export interface EventLocation {
  id: number;
  name: string;
  city: string;
  state: string;
  time_zone: string;
}

export interface LocationEntry extends EventLocation {
  country: string;
}

/** Node of the category tree. The root "All" has id 0 and no parent. */
export interface Category {
  id: number;
  parent_id: number | null;
  title: string;
  alias: string;
  image: string;
  color: string;
  children: Category[];
}

export interface Score {
  away: number;
  home: number;
  period: string;
  clock: string;
  /** Milliseconds since the epoch at which the score was true. */
  at_ms: number;
}

/** An event as lists carry it. Participants: away first, home second. Money is in minor units. */
export interface EventSummary {
  id: number;
  name: string;
  type: EventType;
  status: StreamStatus;
  stream_status: StreamStatus;
  stream_state: StreamState;
  participants: EventParticipant[];
  home_team_id: number | null;
  /** Start in seconds since the epoch. */
  event_utc_ts: number;
  time_zone: string;
  /** Seconds. */
  duration: number | null;
  has_access: boolean;
  access: Access;
  location_id: number | null;
  location: EventLocation | null;
  event_category_id: number;
  event_category: { id: number; title: string; alias: string };
  division: NamedRef | null;
  group: NamedRef | null;
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

export interface EventPackage {
  id: number;
  name: string;
  type: string;
  price: number;
  base_price: number;
  service_fee: number;
  currency: string;
  period: string;
  is_team_pass: boolean;
}

/** Media types by the specification's numbers. */
export const mediaType = {
  image: 1,
  live: 2,
  vod: 3,
  embedded: 4,
  thumbnails: 5,
  preview: 6,
  previewAlt: 7,
  embeddedPreview: 8,
} as const;
export type MediaType = (typeof mediaType)[keyof typeof mediaType];

export interface Media {
  id: number;
  type: MediaType;
  /** Signed multivariant playlist; present only with access. For live it holds the whole event as rewind window. */
  url?: string;
  /** The short live window. */
  live_url?: string;
  width?: number;
  height?: number;
  duration?: number;
  started_at?: string;
}

export interface EventDetail extends EventSummary {
  description: string;
  packages: EventPackage[];
  scores: Score[];
  media: Media[];
  live_since: string | null;
  ended_at: string | null;
  server_time_ms: number;
}

export interface HomeEvents {
  live: EventSummary[];
  upcoming: EventSummary[];
  on_demand: EventSummary[];
  rails: { id: number; title: string; alias: string; events: EventSummary[] }[];
}

export interface FacetValue {
  id: number | string;
  alias: string;
  title: string;
  count: number;
}
export type FacetName =
  | 'sport'
  | 'school'
  | 'team'
  | 'division'
  | 'group'
  | 'location'
  | 'city'
  | 'state'
  | 'gender'
  | 'type'
  | 'stream_status';

export interface ListMeta {
  total: number;
  limit: number;
  offset: number;
  next?: string;
  facets?: Partial<Record<FacetName, FacetValue[]>>;
}

export interface Page<T> {
  data: T[];
  meta: ListMeta;
}

/** Filters of GET /events. Comma lists hold ids or aliases. */
export interface EventFilters {
  school?: string;
  team?: string;
  sport?: string;
  division?: string;
  group?: string;
  location?: string;
  city?: string;
  state?: string;
  gender?: string;
  type?: string;
  stream_status?: string;
  start_date?: string;
  end_date?: string;
  tz?: string;
  search?: string;
  ids?: string;
  limit?: number;
  offset?: number;
  after?: string;
  sort_field?: 'date' | 'name' | 'price';
  sort_direction?: 'asc' | 'desc';
  facets?: 1;
}

export interface Product {
  id: number;
  name: string;
  description: string;
  type: 'annual' | 'month' | 'monthly' | 'season' | 'event' | 'additional' | 'regular';
  offer: string;
  period: string;
  currency: string;
  price: number;
  base_price: number;
  service_fee: number;
  trial_period: number;
  renewal: string | boolean | null;
  image: string;
  event_categories: number[];
  participants: number[];
  is_team_pass: boolean;
  pass_type: '' | 'addition';
  weight: number;
  purchased: boolean;
  disabledCategories: number[];
  disabledParticipants: number[];
}

export interface MenuItem {
  id: number;
  title: string;
  type: 'link' | 'category' | 'participant' | 'group' | 'page';
  url: string;
  alias: string;
  image: string;
  images: string[];
  slidable_id: number | null;
  children: MenuItem[];
}

export interface PageRef {
  id: number;
  url: string;
  alt_name: string;
  name: string;
}

/** `content` is HTML that the server has sanitised. */
export interface PageContent extends PageRef {
  content: string;
  updated_at: string;
}

export interface FaqEntry {
  id: number;
  question: string;
  answer: string;
  category: string;
}

export type SlidableType = 'main' | 'category' | 'participant' | 'group';

export interface Slide {
  id: number;
  slidable_type: SlidableType;
  slidable_id: number | null;
  title: string;
  text: string;
  image: string;
  image_srcset: string;
  url: string;
  button: string;
  event_id: number | null;
}

export interface Preroll {
  id: number;
  url: string;
  weight: number;
  location_id: number | null;
  event_categories: number[];
  for_vod: boolean;
  for_live: boolean;
}

export interface Settings {
  language: Language;
  languages: Language[];
  currency: string;
  'google-analytics': { 'google-tag': string };
  'yare-analytics': string;
  auth: { remote_auth: 0 | 1 };
  remoteAuth: { url: string } | null;
  static_blocks: Record<string, string>;
  prerolls: Preroll[];
  channel: {
    key: string;
    name: string;
    tagline: string;
    logo: string;
    favicon: string;
    social_image: string;
    domain: string;
    time_zone: string;
    contact_email: string;
  };
}

/** The operator's colours, every opacity step as `<name>-<step>`, and the ones the server derives. */
export type ColorSettings = Record<string, string | Record<string, string>> & { derived?: Record<string, string> };

/** Everything a page may need to start. The inlined copy holds what the first paint needs, the call holds all. */
export interface Bootstrap {
  settings: Settings;
  'color-settings': ColorSettings;
  menu: MenuItem[];
  pages: PageRef[];
  'events-categories'?: Category[];
  'events-locations'?: LocationEntry[];
  'participant-groups'?: ParticipantGroup[];
  'participant-group-properties'?: ParticipantGroupProperties;
  faq?: FaqEntry[];
  slides?: Slide[];
  packages?: Product[];
  subscriptions?: Product[];
  static_blocks?: Record<string, string>;
}

export interface Geo {
  country: string;
  country_code: string;
  ip: string;
  is_geo_blocked: boolean;
}

export interface Profile {
  id: number;
  email: string;
  first_name: string;
  last_name: string;
  phone: string;
  mailing_consent: boolean;
  temporary_password: boolean;
  trial_period_used: boolean;
  email_verified: boolean;
  capabilities: string[];
  featureCount: { clips: number; downloads: number };
  is_geo_blocked: boolean;
  role: string;
}

export interface UserAccess {
  capabilities: string[];
  events: number[];
  packages: number[];
  subscriptions: number[];
  is_geo_blocked: boolean;
}

export interface Registration {
  email: string;
  password: string;
  password_confirmation: string;
  first_name: string;
  last_name: string;
  phone?: string;
  terms: boolean;
  mailing_consent?: boolean;
}

export interface SignedIn {
  api_key: string;
  user: Profile;
}
