import type { Settings } from '#/api/types';
import { eventsAt, type WireEvent } from './events.ts';
import { dateFormat, type Lang, schools, sports, teams, venues } from './kit.ts';

/** Answers of the API about the world, as pure functions of the moment and the query. */

export interface Answer {
  data: unknown;
  meta?: unknown;
}

type Dimension = (event: WireEvent) => { value: string; title: string } | null;

const dimensions: Record<string, Dimension> = {
  sport: (event) => ({ value: event.event_category.alias, title: event.event_category.title }),
  school: (event) => schoolOf(event, 1),
  division: (event) => ({ value: event.division.alias, title: event.division.name }),
  location: (event) => ({ value: `${event.location_id}`, title: event.location.name }),
  city: (event) => ({ value: event.location.city, title: event.location.city }),
  state: (event) => ({ value: event.location.state, title: event.location.state }),
  gender: (event) => ({ value: event.gender, title: event.gender }),
  type: (event) => ({ value: event.type, title: event.type }),
  stream_status: (event) => ({ value: event.stream_status, title: event.stream_status }),
};

function schoolOf(event: WireEvent, index: 0 | 1) {
  const school = schools[(event.participants[index]?.participant_group_id ?? 1) - 1];
  return school ? { value: school.alias, title: school.short_name } : null;
}

function matches(event: WireEvent, query: URLSearchParams, without = ''): boolean {
  for (const [name, dimension] of Object.entries(dimensions)) {
    const wanted = query.get(name)?.split(',');
    if (!wanted || name === without) continue;
    const its = name === 'school' ? [schoolOf(event, 0), schoolOf(event, 1)] : [dimension(event)];
    if (!its.some((one) => one && wanted.includes(one.value))) return false;
  }
  const team = query.get('team')?.split(',');
  if (team && !event.participants.some((one) => team.includes(one.alias))) return false;
  const ids = query.get('ids')?.split(',');
  if (ids && !ids.includes(`${event.id}`)) return false;
  return inDays(event, query) && says(event, query.get('search'));
}

function says(event: WireEvent, search: string | null): boolean {
  if (!search) return true;
  const words = [
    event.name,
    ...event.participants.map((one) => one.name),
    event.event_category.title,
    event.location.name,
  ];
  return words.some((word) => word.toLowerCase().includes(search.toLowerCase()));
}

function inDays(event: WireEvent, query: URLSearchParams): boolean {
  const zone = query.get('tz') ?? 'America/Toronto';
  const day = dateFormat('sv-SE', { timeZone: zone }).format(new Date(event.event_utc_ts * 1000));
  return day >= (query.get('start_date') ?? '') && day <= (query.get('end_date') ?? '9999');
}

function facetsOf(all: WireEvent[], query: URLSearchParams) {
  return Object.fromEntries(
    Object.entries(dimensions).map(([name, dimension]) => {
      const counts = new Map<string, { id: number; alias: string; title: string; count: number }>();
      for (const event of all.filter((one) => matches(one, query, name))) {
        const its = dimension(event);
        if (!its) continue;
        const id = name === 'sport' ? event.event_category_id : 0;
        const known = counts.get(its.value) ?? { id, alias: its.value, title: its.title, count: 0 };
        counts.set(its.value, { ...known, count: known.count + 1 });
      }
      return [name, [...counts.values()].toSorted((a, b) => b.count - a.count)];
    }),
  );
}

function events(query: URLSearchParams, nowMs: number, lang: Lang): Answer {
  const all = eventsAt(nowMs, lang);
  const found = all.filter((event) => matches(event, query));
  const by = query.get('sort_field') ?? 'date';
  const key = (event: WireEvent) => (by === 'name' ? event.name : by === 'price' ? event.price : event.event_utc_ts);
  found.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : a.id - b.id));
  if (query.get('sort_direction') === 'desc') found.reverse();
  const [limit, offset] = [Number(query.get('limit') ?? 30), Number(query.get('after') ?? 0)];
  const next = offset + limit < found.length ? `${offset + limit}` : undefined;
  const facets = query.get('facets') ? facetsOf(all, query) : undefined;
  return { data: found.slice(offset, offset + limit), meta: { total: found.length, limit, offset, next, facets } };
}

function homepage(query: URLSearchParams, nowMs: number, lang: Lang): Answer {
  const all = eventsAt(nowMs, lang).filter((event) => matches(event, query));
  const past = all.filter((event) => event.status === 'finished');
  const rails = sports
    .map((sport, index) => ({
      id: index + 1,
      title: sport.title[lang],
      alias: sport.alias,
      events: past.filter((event) => event.event_category.alias === sport.alias),
    }))
    .filter((rail) => rail.events.length > 0);
  return {
    data: {
      live: all.filter((event) => event.status === 'live'),
      upcoming: all.filter((event) => event.status === 'upcoming').slice(0, 40),
      on_demand: past.slice(0, 8),
      rails: rails.slice(0, 2),
    },
  };
}

const colours = {
  northline: {
    'footer-background': '#050d20',
    'body-background': '#0a1630',
    'body-text-color': '#eef3fc',
    'header-text-color': '#ffffff',
    accent: '#ffb81c',
    derived: {
      'on-accent': '#14161b',
      'accent-on-body': '#ffb81c',
      'accent-on-shell': '#ffb81c',
      'accent-on-media': '#ffb81c',
      live: '#e0102d',
      'on-live': '#ffffff',
      'live-dot': '#ffffff',
      'live-text': '#ff7482',
      'live-text-shell': '#ff7482',
      'live-mark': '#f5344d',
      ok: '#5fd39a',
      warn: '#ffc65c',
      err: '#ff9090',
      scheme: 'dark',
    },
  },
  boreale: {
    'footer-background': '#ffd42e',
    'body-background': '#ffffff',
    'body-text-color': '#15132b',
    'header-text-color': '#15132b',
    accent: '#4326e3',
    derived: {
      'on-accent': '#ffffff',
      'accent-on-body': '#4326e3',
      'accent-on-shell': '#3a1fd0',
      'accent-on-media': '#ffd42e',
      live: '#d60f2a',
      'on-live': '#ffffff',
      'live-dot': '#ffffff',
      'live-text': '#c40d26',
      'live-text-shell': '#a50a20',
      'live-mark': '#d60f2a',
      card: '#ffffff',
      'card-hover': '#ffffff',
      'card-edge': 'rgba(21,19,43,.16)',
      ok: '#0b6b3f',
      warn: '#8a5200',
      err: '#b3122b',
      scheme: 'light',
    },
  },
  ironbell: {
    'footer-background': '#000000',
    'body-background': '#0d0b0b',
    'body-text-color': '#f7f2ec',
    'header-text-color': '#ffffff',
    accent: '#dd1219',
    derived: {
      'on-accent': '#ffffff',
      'accent-on-body': '#ff5a52',
      'accent-on-shell': '#ff5a52',
      'accent-on-media': '#ff3b36',
      live: '#ffffff',
      'on-live': '#14100f',
      'live-dot': '#dd1219',
      'live-text': '#ffffff',
      'live-text-shell': '#ffffff',
      'live-mark': '#ff3b36',
      ok: '#6fd6a0',
      warn: '#ffc65c',
      err: '#ff9a94',
      scheme: 'dark',
    },
  },
};
export type Look = keyof typeof colours;

function settings(lang: Lang): Settings {
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
    words: { event: 'game', participant: 'team', group: 'school', sides: 'home' },
    channel: {
      key: 'demo',
      name: 'Northline',
      tagline: lang === 'fr' ? 'Sport universitaire' : 'University Sport',
      logo: '/media/public/image/brand/mark.svg',
      logo_srcset: '',
      logo_width: 0,
      logo_height: 0,
      favicon: '',
      social_image: '',
      social_image_srcset: '',
      domain: 'localhost',
      time_zone: 'America/Toronto',
      utc_offsets: [],
      contact_email: '',
    },
  };
}

function categories(lang: Lang) {
  const children = sports.map((sport, index) => ({
    id: index + 1,
    parent_id: 0,
    title: sport.title[lang],
    alias: sport.alias,
    image: '',
    color: sport.color,
    children: [],
  }));
  return [
    { id: 0, parent_id: null, title: lang === 'fr' ? 'Tous' : 'All', alias: 'all', image: '', color: '', children },
  ];
}

function groups(lang: Lang) {
  return schools.map((school, index) => ({
    id: index + 1,
    name: school.name[lang],
    short_name: school.short_name,
    alias: school.alias,
    color: school.color,
    on_color: school.on_color,
    image: '',
    images: [],
    city: school.city[lang],
    state: school.state[lang],
    participants_count: teams.filter((team) => team.school === school.alias).length,
  }));
}

function participants(query: URLSearchParams, lang: Lang) {
  return teams
    .map((team, index) => ({ team, id: index + 1 }))
    .filter(({ team }) => !query.get('school') || query.get('school') === team.school)
    .map(({ team, id }) => {
      const school = schools.findIndex((one) => one.alias === team.school);
      return {
        ...team,
        id,
        name: team.name[lang],
        image: '',
        images: [],
        properties: { gender: team.gender, sport: sports.findIndex((sport) => sport.alias === team.sport) + 1 },
        participant_group_id: school + 1,
        group: { id: school + 1, name: schools[school]?.name[lang] ?? '', alias: team.school },
      };
    });
}

function slides(lang: Lang, live: number) {
  const base = { slidable_type: 'main', slidable_id: null, image_srcset: '', image_placeholder: '' };
  const fr = lang === 'fr';
  return [
    {
      ...base,
      id: 1,
      title: '',
      text: '',
      image: '/media/public/image/still/hockey-hero.webp',
      url: '',
      button: '',
      event_id: live,
    },
    {
      ...base,
      id: 2,
      title: fr ? 'Fin de semaine des finales' : 'Finals weekend',
      text: fr
        ? 'Huit équipes, quatre matchs, un titre. Tout est en direct vendredi.'
        : 'Eight teams, four games, one title. All of it live on Friday.',
      image: '/media/public/image/still/hockey-watch.webp',
      url: '/schedule',
      button: fr ? 'Voir le calendrier' : 'See the schedule',
      event_id: null,
    },
  ];
}

function bootstrap(nowMs: number, lang: Lang, look: Look) {
  const menu = (id: number, title: string, url: string) => ({
    id,
    title,
    type: 'link',
    url,
    alias: '',
    image: '',
    images: [],
    slidable_id: null,
    children: [],
  });
  const fr = lang === 'fr';
  return {
    settings: settings(lang),
    'color-settings': colours[look],
    menu: [
      menu(1, fr ? 'En direct' : 'Live', '/live'),
      menu(2, fr ? 'Calendrier' : 'Schedule', '/schedule'),
      menu(3, fr ? 'Sur demande' : 'On demand', '/vod'),
    ],
    pages: [],
    faq: [],
    'events-categories': categories(lang),
    'events-locations': venues.map((venue, index) => ({
      id: index + 1,
      name: venue.name[lang],
      city: venue.city[lang],
      state: venue.state[lang],
      country: 'Canada',
      time_zone: venue.time_zone,
    })),
    'participant-groups': groups(lang),
    slides: slides(lang, eventsAt(nowMs, lang).find((event) => event.event_category.alias === 'hockey')?.id ?? 0),
    packages: [],
    subscriptions: [],
    static_blocks: {},
  };
}

/** The answer to a GET below /api, or null for what the world does not know. */
export function answer(path: string, query: URLSearchParams, nowMs: number, lang: Lang, look: Look): Answer | null {
  switch (path) {
    case '/settings':
      return { data: settings(lang) };
    case '/channel-bootstrap-data':
      return { data: bootstrap(nowMs, lang, look) };
    case '/events':
      return events(query, nowMs, lang);
    case '/events-for-homepage':
      return homepage(query, nowMs, lang);
    case '/events-categories':
      return { data: categories(lang) };
    case '/participant-groups':
      return { data: groups(lang) };
    case '/participants':
      return { data: participants(query, lang) };
    case '/slides/web':
      return {
        data: slides(
          lang,
          eventsAt(nowMs, lang).find((event) => event.event_category.alias === 'hockey')?.id ?? 0,
        ).filter((slide) => slide.slidable_type === (query.get('type') ?? 'main')),
      };
    default:
      return null;
  }
}
