import { describe, expect, it } from 'vitest';
import type { Category, LocationEntry, Participant, ParticipantGroup, SearchFound, Video } from '#/api/types';
import { event, liveEvent } from '#/testing/events';
import { type SuggestionTexts, searchHref, searchText, suggestionsOf } from './suggestion';

const page = <T>(data: T[]) => ({ data, meta: { total: data.length, limit: 3, offset: 0 } });
const team = (id: number, name: string, sport: number, gender: string, school = 'Fundy') =>
  ({
    id,
    alias: `a${id}`,
    name,
    code: '',
    properties: { sport, gender },
    group: { id: 1, name: school, alias: 'fundy' },
  }) as unknown as Participant;
const school = (id: number, name: string) =>
  ({ id, alias: `a${id}`, name, city: 'Saint John', state: 'NB' }) as unknown as ParticipantGroup;
const place = { id: 12, alias: 'gym', name: 'Main Gym', city: 'Rimouski', state: 'QC' } as unknown as LocationEntry;
const video = (id: number, date: string) =>
  ({ id, alias: `v${id}`, title: 'A winter', date, category: { title: 'Films' } }) as unknown as Video;
const tree = [
  {
    id: 0,
    parent_id: null,
    title: 'All',
    children: [{ id: 1, parent_id: 0, title: 'Hockey', alias: 'hockey', children: [] }],
  },
] as unknown as Category[];

const texts: SuggestionTexts = {
  versus: ['@', 'vs'],
  sport: () => 'Hockey',
  teamSport: ({ properties: { sport, gender } }) =>
    `${gender === 'W' ? 'Women’s' : 'Men’s'} ${sport === 1 ? 'hockey' : 'soccer'}`,
  starts: () => 'Tonight',
  date: () => 'Nov. 21',
  time: ({ id }) => `${id}:00`,
};

const nothing: SearchFound = {
  live: page([]),
  upcoming: page([]),
  on_demand: page([]),
  videos: page([]),
  participants: page([]),
  participant_groups: page([]),
  event_categories: page([]),
  event_locations: page([]),
};

const lines = (found: Partial<SearchFound>) =>
  suggestionsOf({ ...nothing, ...found }, tree, texts).map(({ kind, title, details }) =>
    [kind, title, ...details].join(' | '),
  );

describe('suggestions', () => {
  it('mix every kind, a live game first, and lead to each', () => {
    const found = suggestionsOf(
      {
        live: page([liveEvent({ id: 1 })]),
        upcoming: page([event({ id: 2 })]),
        on_demand: page([event({ id: 3 })]),
        videos: page([video(4, '')]),
        participants: page([team(5, 'Lynx', 1, 'M')]),
        participant_groups: page([school(6, 'Laurentide')]),
        event_categories: page([{ id: 1, alias: 'hockey', title: 'Hockey' }]),
        event_locations: page([place]),
      },
      tree,
      texts,
    );
    expect(found.map(({ kind, href }) => [kind, href])).toEqual([
      ['live', '/watch/1'],
      ['team', '/?team=a5'],
      ['school', '/?school=a6'],
      ['sport', '/?sport=hockey'],
      ['place', '/schedule?location=gym'],
      ['upcoming', '/watch/2'],
      ['replay', '/watch/3'],
      ['video', '/vod_library/4'],
    ]);
  });

  it('name the sport and gender of a team', () => {
    expect(
      lines({ participants: page([team(1, 'Saints', 1, 'W'), team(2, 'Saints', 1, 'M'), team(3, 'Saints', 2, 'M')]) }),
    ).toEqual(['team | Saints | Women’s hockey', 'team | Saints | Men’s hockey', 'team | Saints | Men’s soccer']);
  });

  it('never read the same twice: they say more until they differ', () => {
    expect(
      lines({
        participants: page([team(1, 'Saints', 1, 'M'), team(2, 'Saints', 1, 'M', 'Acadie'), team(3, 'Rams', 1, 'M')]),
      }),
    ).toEqual([
      'team | Saints | Men’s hockey | Fundy',
      'team | Saints | Men’s hockey | Acadie',
      'team | Rams | Men’s hockey',
    ]);
    const same = [
      ...lines({ participants: page([team(1, 'Saints', 1, 'M'), team(2, 'saints', 1, 'M')]) }),
      ...lines({ on_demand: page([event({ id: 1 }), event({ id: 2 })]) }),
      ...lines({ videos: page([video(1, ''), video(2, '')]) }),
      ...lines({ participant_groups: page([school(1, 'Fundy'), school(2, 'Fundy')]) }),
    ];
    expect(new Set(same.map((line) => line.toLowerCase())).size).toBe(same.length);
  });
});

describe('what is searched for', () => {
  it('has 2 to 100 whole characters, without blanks around', () => {
    expect(['', ' ', 'a', ' a ', 'ab', ' saint\n marys '].map(searchText)).toEqual([
      '',
      '',
      '',
      '',
      'ab',
      'saint  marys',
    ]);
    expect(searchText('a'.repeat(200))).toBe('a'.repeat(100));
    expect(searchText('🏒'.repeat(200))).toBe('🏒'.repeat(100));
    expect(searchHref('rams & saints')).toBe('/search?q=rams+%26+saints');
  });
});
