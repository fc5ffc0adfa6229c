import { expect, it } from 'vitest';
import { event, liveEvent } from '#/testing/events';
import { groupByDay, groupLiveFirst, joinSingleDays } from './group-days';

const at = (id: number, iso: string) => event({ id, event_utc_ts: Date.parse(iso) / 1000 });

it('groups by the viewer’s days, in the order of the list', () => {
  const events = [at(1, '2026-11-21T20:00:00Z'), at(2, '2026-11-22T03:00:00Z'), at(3, '2026-11-22T18:00:00Z')];
  const groups = groupByDay(events, 'America/Toronto');
  expect(groups.map((group) => [group.key, group.events.map((one) => one.id)])).toEqual([
    ['2026-11-21', [1, 2]],
    ['2026-11-22', [3]],
  ]);
});

it('groups by the days that cards tell: at the venue where only the day is known', () => {
  const noon = event({
    id: 2,
    event_utc_ts: Date.parse('2026-12-04T23:00:00Z') / 1000,
    time_tba: true,
    utc_offset: 46_800,
  });
  const events = [noon, at(1, '2026-12-05T01:00:00Z'), at(3, '2026-12-05T18:00:00Z')];
  const days = (list: typeof events) =>
    groupByDay(list, 'America/Toronto').map((group) => [group.key, group.events.map((one) => one.id)]);
  expect(days(events)).toEqual([
    ['2026-12-04', [1]],
    ['2026-12-05', [2, 3]],
  ]);
  expect(days(events.toReversed())).toEqual([
    ['2026-12-05', [3, 2]],
    ['2026-12-04', [1]],
  ]);
});

it('groups by the clock of the venue where the viewer is there, as cards do', () => {
  const late = event({
    event_utc_ts: Date.parse('2026-12-05T04:30:00Z') / 1000,
    time_zone: 'America/Toronto',
    utc_offset: -14_400,
  });
  expect(groupByDay([late], 'America/Toronto')[0]?.key).toBe('2026-12-05');
  expect(groupByDay([late], 'America/Montreal')[0]?.key).toBe('2026-12-05');
  expect(groupByDay([late], 'America/New_York')[0]?.key).toBe('2026-12-04');
});

it('has no groups without events', () => {
  expect(groupByDay([], 'UTC')).toEqual([]);
});

it('puts what is on air first, unless that is all there is', () => {
  const on = liveEvent({ id: 9, event_utc_ts: Date.parse('2026-11-20T23:00:00Z') / 1000 });
  const keys = (events: (typeof on)[]) => groupLiveFirst(events, 'America/Toronto').map((group) => group.key);
  expect(keys([on, at(1, '2026-11-21T20:00:00Z')])).toEqual(['live', '2026-11-21']);
  expect(keys([on])).toEqual(['2026-11-20']);
  expect(keys([at(1, '2026-11-21T20:00:00Z')])).toEqual(['2026-11-21']);
});

it('joins days that have one event each, and leaves today, what is on air and days of several alone', () => {
  const days = ['2026-11-25', '2026-11-24', '2026-11-23', '2026-11-22', '2026-11-22', '2026-11-21', '2026-11-20'];
  const events = days.map((day, id) => at(id, `${day}T18:00:00Z`));
  const groups = joinSingleDays(groupByDay(events, 'UTC'), '2026-11-25');
  expect(groups.map(({ key, events: of, joined }) => [key, of.length, joined])).toEqual([
    ['2026-11-25', 1, undefined],
    ['2026-11-24', 2, true],
    ['2026-11-22', 2, undefined],
    ['2026-11-21', 2, true],
  ]);
  const [single] = groupByDay(events.slice(1, 2), 'UTC');
  expect(joinSingleDays(single ? [single] : [], '2026-11-25')).toEqual([single]);
});
