import type { Bootstrap, Profile, Settings, UserAccess } from '#/api/types';

/** The clocks of Toronto from 2026 on, as the server sends them. */
const torontoOffsets = [
  ['2026-01-01T00:00:00Z', -18_000],
  ['2026-03-08T07:00:00Z', -14_400],
  ['2026-11-01T06:00:00Z', -18_000],
  ['2027-03-14T07:00:00Z', -14_400],
  ['2027-11-07T06:00:00Z', -18_000],
].map(([from, utc_offset]) => ({ from_utc_ts: Date.parse(String(from)) / 1000, utc_offset: Number(utc_offset) }));

/** A small channel in two languages. */
export function aBootstrap(over: Partial<Bootstrap> = {}): Bootstrap {
  return {
    settings: someSettings(),
    'color-settings': {
      'footer-background': '#050d20',
      'header-text-color': '#ffffff',
      'body-background': '#0a1630',
      'body-text-color': '#eef3fc',
      accent: '#ffb81c',
      derived: {},
    },
    menu: [],
    pages: [
      { id: 1, url: '/about', alt_name: 'about_us', name: 'About' },
      { id: 2, url: '/terms_conditions', alt_name: 'terms', name: 'Terms' },
    ],
    slides: [],
    static_blocks: {},
    ...over,
  };
}

export function someSettings(over: Partial<Settings> = {}): Settings {
  return {
    language: 'en',
    languages: ['en', 'fr'],
    currency: 'CAD',
    'google-analytics': { 'google-tag': '' },
    'yare-analytics': '',
    analytics: { base_url: '/analytics', local: false },
    auth: { remote_auth: 0, social: [] },
    remoteAuth: null,
    static_blocks: {},
    prerolls: [],
    preroll_suppression: 3_600_000,
    services: {
      stripe_publishable_key: '',
      google_client_id: '',
      facebook_app_id: '',
      recaptcha_site_key: '',
      recaptcha_script: '',
    },
    look: { typeface: 'broadcast', corners: 'soft' },
    embed_parents: ['localhost:*', '127.0.0.1:*'],
    empty_screens: [],
    taxes: [],
    channel: {
      key: 'demo',
      name: 'Northline',
      tagline: 'University Sport',
      logo: '',
      logo_srcset: '',
      logo_width: 0,
      logo_height: 0,
      favicon: '',
      social_image: '',
      social_image_srcset: '',
      domain: 'localhost',
      time_zone: 'America/Toronto',
      utc_offsets: torontoOffsets,
      contact_email: 'hello@northline.example',
    },
    words: { event: 'game', participant: 'team', group: 'school', sides: 'home' },
    ...over,
  };
}

export function aProfile(over: Partial<Profile> = {}): Profile {
  return {
    id: 7,
    email: 'fan@example.com',
    first_name: 'Alex',
    last_name: 'Tremblay',
    phone: '',
    language: 'en',
    pending_email: '',
    has_password: true,
    created_at: '2026-03-01T12:00:00Z',
    mailing_consent: false,
    hide_scores: false,
    temporary_password: false,
    watch_only: false,
    trial_period_used: false,
    email_verified: true,
    email_refused: false,
    capabilities: [],
    featureCount: { clips: 0, downloads: 0 },
    is_geo_blocked: false,
    role: 'user',
    ...over,
  };
}

/** What a user who bought nothing may do. */
export function anAccess(over: Partial<UserAccess> = {}): UserAccess {
  return { capabilities: [], events: [], packages: [], subscriptions: [], is_geo_blocked: false, ...over };
}
