import { expect, it } from 'vitest';
import { event, liveEvent } from '#/testing/events';
import { groupByDay, groupLiveFirst } from './group-days';

const at = (id: number, iso: string) => event({ id, event_utc_ts: Date.parse(iso) / 1000 });

it('groups by the viewer’s days, in the order of the list', () => {
  const events = [at(1, '2026-11-21T20:00:00Z'), at(2, '2026-11-22T03:00:00Z'), at(3, '2026-11-22T18:00:00Z')];
  const groups = groupByDay(events, 'America/Toronto');
  expect(groups.map((group) => [group.key, group.events.map((one) => one.id)])).toEqual([
    ['2026-11-21', [1, 2]],
    ['2026-11-22', [3]],
  ]);
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
