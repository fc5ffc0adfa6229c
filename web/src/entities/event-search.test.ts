import { describe, expect, it } from 'vitest';
import {
  activeFilters,
  apiFilters,
  chosen,
  cleared,
  type ListScope,
  listOrder,
  relaxed,
  toggled,
  withChoice,
} from './event-filters';
import { eventSearch } from './event-search';

const upcoming: ListScope = { statuses: ['upcoming'], direction: 'asc' };

describe('reading the address', () => {
  it('keeps every filter of the list', () => {
    const address = {
      sport: 'hockey,soccer',
      school: 'laurentide',
      team: 'lynx',
      division: 'east',
      group: 'a',
      location: '3',
      city: 'Saint-Jérôme',
      state: 'Que.',
      gender: 'W',
      type: 'free,ppv',
      stream_status: 'live',
      start_date: '2026-11-21',
      end_date: '2026-11-22',
      search: 'lynx',
      sort_field: 'name',
      sort_direction: 'desc',
    };
    expect(eventSearch(address)).toEqual(address);
  });

  it('drops what can never match', () => {
    expect(
      eventSearch({
        sport: ' , ',
        gender: 'X',
        type: 'gift',
        stream_status: 'paused',
        start_date: '2026-02-30',
        end_date: 'tomorrow',
        search: 'a',
        sort_field: 'colour',
        sort_direction: 'up',
        trk: 'mail',
        school: 7,
      }),
    ).toEqual({});
  });

  it('keeps the known values of a list and each once', () => {
    expect(eventSearch({ gender: 'W,X,M', sport: 'a, b,a' })).toEqual({ gender: 'W,M', sport: 'a,b' });
  });

  it('bounds what a pasted address can hold', () => {
    expect(eventSearch({ sport: 'x'.repeat(9_000) }).sport).toHaveLength(500);
    expect(eventSearch({ search: 'y'.repeat(9_000) }).search).toHaveLength(100);
    expect(eventSearch({ search: ' lynx\u0000\t fundy\u0007' }).search).toBe('lynx  fundy');
  });

  it('reads back what it wrote', () => {
    const search = toggled(toggled({ city: 'Québec' }, 'sport', 'hockey'), 'sport', 'soccer');
    expect(eventSearch(search)).toEqual(search);
  });
});

describe('changing filters', () => {
  it('toggles one value', () => {
    const on = toggled({}, 'sport', 'hockey');
    expect(chosen(on, 'sport')).toEqual(['hockey']);
    expect(toggled(on, 'sport', 'hockey')).toEqual({});
    expect(toggled(on, 'sport', 'soccer').sport).toBe('hockey,soccer');
  });

  it('sets exactly the given values', () => {
    expect(withChoice({ sport: 'hockey', city: 'Brandon' }, 'sport', [])).toEqual({ city: 'Brandon' });
  });

  it('clears everything but the order', () => {
    expect(cleared({ sport: 'hockey', start_date: '2026-11-21', sort_field: 'price', sort_direction: 'desc' })).toEqual(
      {
        sort_field: 'price',
        sort_direction: 'desc',
      },
    );
  });

  it('counts the two dates as one filter and removes them together', () => {
    const search = { sport: 'hockey', start_date: '2026-11-21', end_date: '2026-11-22', search: 'lynx' };
    expect(activeFilters(search)).toEqual(['sport', 'start_date', 'search']);
    expect(relaxed(search, 'start_date')).toEqual({ sport: 'hockey', search: 'lynx' });
  });
});

describe('asking the API', () => {
  it('uses the list’s statuses and order unless the address names others', () => {
    expect(apiFilters({}, upcoming, 'UTC')).toEqual({
      stream_status: 'upcoming',
      recorded: '1',
      sort_field: 'date',
      sort_direction: 'asc',
    });
    expect(apiFilters({ stream_status: 'live', sort_field: 'name' }, upcoming, 'UTC')).toEqual({
      stream_status: 'live',
      recorded: '1',
      sort_field: 'name',
      sort_direction: 'asc',
    });
  });

  it('says whose days the dates are', () => {
    expect(apiFilters({ start_date: '2026-11-21' }, upcoming, 'America/Toronto')).toMatchObject({
      start_date: '2026-11-21',
      tz: 'America/Toronto',
    });
  });

  it('shows recordings newest first, names always from A', () => {
    const recorded: ListScope = { statuses: ['finished'], direction: 'desc' };
    expect(listOrder({}, recorded)).toEqual({ field: 'date', direction: 'desc' });
    expect(listOrder({ sort_field: 'name' }, recorded)).toEqual({ field: 'name', direction: 'asc' });
    expect(listOrder({ sort_direction: 'asc' }, recorded)).toEqual({ field: 'date', direction: 'asc' });
  });
});
