import { dateFormat, type Lang, schools, sports, type Team, teams, type Venue, venues } from './kit.ts';

/** Events around one moment: a few live, two weeks to come, six weeks behind. The same moment gives the same events. */

const hour = 3600;
const stills: Record<string, string[]> = {
  hockey: ['hockey-1', 'hockey-2', 'hockey-3', 'hockey-5'],
  basketball: ['basket-1', 'basket-2', 'basket-3', 'basket-4'],
  volleyball: ['volley-1', 'volley-2'],
  soccer: ['soccer-1', 'soccer-2', 'soccer-3', 'soccer-4'],
  football: ['football-1', 'football-2', 'football-3'],
};
const accessTypes = ['paid', 'free', 'register', 'paid', 'ppv'] as const;
const clocks: Record<string, [string, string]> = {
  hockey: ['P2', '8:14'],
  basketball: ['Q3', '4:40'],
  volleyball: ['Set 4', ''],
  soccer: ['63′', ''],
  football: ['Q2', '1:12'],
  rugby: ['61′', ''],
};

export type WireEvent = ReturnType<typeof makeEvent>;
type Status = 'live' | 'upcoming' | 'finished';

function at<T>(list: readonly T[], index: number): T {
  const item = list[((index % list.length) + list.length) % list.length];
  if (item === undefined) throw new Error('empty list');
  return item;
}

function side(team: Team, lang: Lang) {
  const school = schools.findIndex((one) => one.alias === team.school) + 1;
  return {
    id: teams.indexOf(team) + 1,
    name: team.name[lang],
    short_name: team.short_name,
    code: team.code,
    alias: team.alias,
    color: team.color,
    on_color: team.on_color,
    image: '',
    participant_group_id: school,
  };
}

function venueOf(team: Team): Venue {
  return venues.find((venue) => venue.school === team.school) ?? at(venues, 0);
}

function access(type: string) {
  const reasons = {
    free: 'free',
    register: 'login_required',
    paid: 'purchase_required',
    ppv: 'purchase_required',
  } as const;
  const granted = type === 'free';
  const reason = reasons[type as keyof typeof reasons];
  return { granted, reason, message: '', until: null, capabilities: granted ? ['watch'] : [] };
}

interface Plan {
  id: number;
  status: Status;
  ts: number;
  lang: Lang;
}

/** Sports in which two teams can meet. */
const played = sports.filter((sport) => teams.filter((team) => team.sport === sport.alias).length > 1);

function zoneName(ts: number, timeZone: string, locale: string, timeZoneName: 'longOffset' | 'short'): string {
  const parts = dateFormat(locale, { timeZone, timeZoneName }).formatToParts(new Date(ts * 1000));
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** The venue's offset from UTC in seconds, and the abbreviation of its zone. */
function venueClock(ts: number, timeZone: string, lang: Lang) {
  const [, sign = '+', hours = 0, minutes = 0] =
    /([+-])(\d\d):(\d\d)/.exec(zoneName(ts, timeZone, 'en', 'longOffset')) ?? [];
  const utc_offset = (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
  return { utc_offset, zone_name: zoneName(ts, timeZone, lang === 'fr' ? 'fr-CA' : 'en-CA', 'short') };
}

function makeEvent({ id, status, ts, lang }: Plan) {
  const sport = at(played, id);
  const able = teams.filter((team) => team.sport === sport.alias && team.gender === (id % 3 === 0 ? 'W' : 'M'));
  const playing = able.length > 1 ? able : teams.filter((team) => team.sport === sport.alias);
  const home = at(playing, id * 5);
  const away = at(playing, id * 5 + 1 + (id % 3));
  const venue = venueOf(home);
  const type = at(accessTypes, id);
  const still = stills[sport.alias];
  const [period, clock] = clocks[sport.alias] ?? ['', ''];
  const paid = type === 'paid' || type === 'ppv';
  const division = schools.find((school) => school.alias === home.school)?.division ?? 'east';
  return {
    id,
    name: `${away.short_name} @ ${home.short_name}`,
    type,
    status,
    stream_status: status,
    stream_state: status === 'live' ? 'live' : status === 'finished' ? 'ended' : 'idle',
    participants: [side(away, lang), side(home, lang)],
    home_team_id: teams.indexOf(home) + 1,
    event_utc_ts: ts,
    schedule_status: 'on',
    previous_start_utc_ts: null,
    previous_utc_offset: null,
    time_tba: false,
    previous_tba: false,
    time_zone: venue.time_zone,
    ...venueClock(ts, venue.time_zone, lang),
    duration: status === 'finished' ? 5400 + ((id * 397) % 4000) : null,
    has_access: type === 'free',
    access: access(type),
    location_id: venues.indexOf(venue) + 1,
    location: {
      id: venues.indexOf(venue) + 1,
      name: venue.name[lang],
      city: venue.city[lang],
      state: venue.state[lang],
      time_zone: venue.time_zone,
    },
    event_category_id: sports.indexOf(sport) + 1,
    event_category: { id: sports.indexOf(sport) + 1, title: sport.title[lang], alias: sport.alias },
    division:
      division === 'east'
        ? { id: 1, name: lang === 'fr' ? 'Est' : 'East', alias: 'east' }
        : { id: 2, name: lang === 'fr' ? 'Ouest' : 'West', alias: 'west' },
    group: null,
    gender: home.gender,
    base_price: paid ? 884 : 0,
    service_fee: paid ? 115 : 0,
    price: paid ? 999 : 0,
    currency: 'CAD',
    image: still ? `/media/public/image/still/${at(still, id)}.webp` : '',
    image_srcset: '',
    image_placeholder: '',
    single_event_package_id: null,
    score:
      status === 'upcoming'
        ? null
        : {
            away: (id * 7) % 5,
            home: (id * 3) % 4,
            period: status === 'live' ? period : '',
            clock: status === 'live' ? clock : '',
            at_ms: 0,
          },
    featured: false,
  };
}

/** All events of the channel as they stand at `nowMs`. */
export function eventsAt(nowMs: number, lang: Lang): WireEvent[] {
  const now = Math.floor(nowMs / 1000);
  const half = Math.ceil(now / 1800) * 1800;
  const live = [12, 13, 14, 15, 16].map((id) => makeEvent({ id, status: 'live', ts: now - hour, lang }));
  const coming = Array.from({ length: 64 }, (_, i) =>
    makeEvent({ id: 101 + i, status: 'upcoming', ts: half + Math.floor(i / 5) * 24 * hour + (i % 5) * hour, lang }),
  );
  const past = Array.from({ length: 40 }, (_, i) =>
    makeEvent({ id: 201 + i, status: 'finished', ts: half - (i + 1) * 22 * hour, lang }),
  );
  return [...live, ...coming, ...past];
}
