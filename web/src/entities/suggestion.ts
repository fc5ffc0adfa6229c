import type {
  Category,
  EventSummary,
  LocationEntry,
  Participant,
  ParticipantGroup,
  SearchFound,
  Video,
} from '#/api/types';
import { flat } from './category';
import { title, type Versus } from './event';

/** The server answers searches of 2 to 100 characters. */
export const shortestSearch = 2;
export const longestSearch = 100;

/** The text to search for, from a text that was typed or pasted. Empty if it is too short. */
export function searchText(typed: string): string {
  const text = typed.replace(/\p{Cc}+/gu, ' ').trim();
  const characters = Array.from(text).slice(0, longestSearch);
  return characters.length < shortestSearch ? '' : characters.join('').trim();
}

/** The address of the page of search results. */
export function searchHref(text: string): string {
  return `/search?${new URLSearchParams({ q: text })}`;
}

export type SuggestionKind = 'live' | 'upcoming' | 'replay' | 'video' | 'team' | 'school' | 'sport' | 'place';

export interface Suggestion {
  kind: SuggestionKind;
  key: string;
  href: string;
  title: string;
  /** Shown smaller below the title; distinguishes suggestions with the same title. */
  details: string[];
  /** The team or school whose emblem is shown before the title. */
  emblem?: Participant | ParticipantGroup;
}

/** The texts of suggestions in the language of the page. */
export interface SuggestionTexts {
  versus: Versus;
  /** Men's hockey. */
  sport: (event: EventSummary) => string;
  teamSport: (team: Participant) => string;
  /** When an upcoming event starts. */
  starts: (event: EventSummary) => string;
  date: (event: EventSummary) => string;
  time: (event: EventSummary) => string;
}

/** A suggestion with further details, for the case that another one reads the same. */
type Draft = Suggestion & { more: string[] };

/** The maximum number of suggestions of each kind. */
export const suggestedOfEach = 3;

/** Turns search results into suggestions that read differently, live games first. */
export function suggestionsOf(found: SearchFound, tree: readonly Category[], texts: SuggestionTexts): Suggestion[] {
  const drafts: Draft[] = [
    ...found.live.data.map((event) => gameLine('live', event, texts)),
    ...found.participants.data.map((team) => teamLine(team, texts)),
    ...found.participant_groups.data.map(schoolLine),
    ...found.event_categories.data.map((sport) => sportLine(sport, tree)),
    ...found.event_locations.data.map(placeLine),
    ...found.upcoming.data.map((event) => gameLine('upcoming', event, texts)),
    ...found.on_demand.data.map((event) => gameLine('replay', event, texts)),
    ...found.videos.data.map(videoLine),
  ];
  return toldApart(drafts).map((line) => ({ ...line, details: filled(line.details) }));
}

function gameLine(kind: 'live' | 'upcoming' | 'replay', event: EventSummary, texts: SuggestionTexts): Draft {
  const when = { live: '', upcoming: texts.starts(event), replay: texts.date(event) }[kind];
  return {
    kind,
    key: `${kind}-${event.id}`,
    href: `/watch/${event.id}`,
    title: title(event, texts.versus),
    details: [texts.sport(event), when],
    more: [kind === 'upcoming' ? '' : texts.time(event), event.location?.name ?? '', event.name, `${event.id}`],
  };
}

function teamLine(team: Participant, texts: SuggestionTexts): Draft {
  return {
    kind: 'team',
    key: `team-${team.id}`,
    href: `/?${new URLSearchParams({ team: slugOf(team) })}`,
    title: team.name,
    details: [texts.teamSport(team)],
    more: [team.group?.name ?? '', team.code, slugOf(team)],
    emblem: team,
  };
}

function schoolLine(school: ParticipantGroup): Draft {
  return {
    kind: 'school',
    key: `school-${school.id}`,
    href: `/?${new URLSearchParams({ school: slugOf(school) })}`,
    title: school.name,
    details: [school.city, school.state],
    more: [slugOf(school)],
    emblem: school,
  };
}

function sportLine(sport: SearchFound['event_categories']['data'][number], tree: readonly Category[]): Draft {
  const all = flat(tree);
  const parent = all.find(({ id }) => id !== 0 && id === all.find((one) => one.id === sport.id)?.parent_id);
  return {
    kind: 'sport',
    key: `sport-${sport.id}`,
    href: `/?${new URLSearchParams({ sport: slugOf(sport) })}`,
    title: sport.title,
    details: [parent?.title ?? ''],
    more: [slugOf(sport)],
  };
}

function placeLine(place: LocationEntry): Draft {
  return {
    kind: 'place',
    key: `place-${place.id}`,
    href: `/schedule?${new URLSearchParams({ location: slugOf(place) })}`,
    title: place.name,
    details: [place.city, place.state],
    more: [slugOf(place)],
  };
}

function videoLine(video: Video): Draft {
  return {
    kind: 'video',
    key: `video-${video.id}`,
    href: `/vod_library/${video.id}`,
    title: video.title,
    details: [video.category.title],
    more: [video.alias, `${video.id}`],
  };
}

/** The name in addresses: the alias, or the ID if there is none. */
function slugOf({ alias, id }: { alias: string; id: number }): string {
  return alias || `${id}`;
}

/** Adds details to suggestions that read the same, until all differ or have no more details. */
export function toldApart<T extends { kind: string; title: string; details: string[]; more: string[] }>(
  lines: readonly T[],
): T[] {
  const textOf = ({ kind, title: name, details }: T) => [kind, name, ...filled(details)].join('\n').toLowerCase();
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(textOf(line), (counts.get(textOf(line)) ?? 0) + 1);
  const isDuplicate = (line: T) => (counts.get(textOf(line)) ?? 0) > 1 && line.more.length > 0;
  if (!lines.some(isDuplicate)) return [...lines];
  return toldApart(
    lines.map((line) =>
      isDuplicate(line)
        ? { ...line, details: [...line.details, ...line.more.slice(0, 1)], more: line.more.slice(1) }
        : line,
    ),
  );
}

const filled = (details: readonly string[]) => details.filter(Boolean);
