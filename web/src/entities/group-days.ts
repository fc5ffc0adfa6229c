import type { EventSummary } from '#/api/types';
import { status } from './event';
import { dayKey } from './time';
import { eventZone } from './zones';

export interface DayGroup {
  /** The day as YYYY-MM-DD, or `live`. */
  key: string;
  events: EventSummary[];
  /** Several days with one event each, which have one heading together. */
  joined?: true;
}

/** The day of an event as its card tells it to a viewer in `zone`, as YYYY-MM-DD. */
export function eventDay(event: EventSummary, zone: string): string {
  return dayKey(event.event_utc_ts, eventZone(event, zone));
}

/**
 * Events by the days that their cards tell, in the order of the list. Days without a time are those of their venues, so one
 * can stand among events of another day.
 */
export function groupByDay(events: readonly EventSummary[], zone: string): DayGroup[] {
  const days = new Map<string, EventSummary[]>();
  for (const event of events) {
    const key = eventDay(event, zone);
    const of = days.get(key);
    if (of) of.push(event);
    else days.set(key, [event]);
  }
  const forth = (events[0]?.event_utc_ts ?? 0) <= (events.at(-1)?.event_utc_ts ?? 0) ? 1 : -1;
  const groups = [...days].map(([key, of]) => ({ key, events: of }));
  return groups.toSorted((a, b) => (a.key < b.key ? -forth : forth));
}

/** The same, with what is on air in a group of its own in front, where a list has both. */
export function groupLiveFirst(events: readonly EventSummary[], zone: string): DayGroup[] {
  const live = events.filter((event) => status(event) === 'live');
  if (live.length === 0 || live.length === events.length) return groupByDay(events, zone);
  const others = events.filter((event) => status(event) !== 'live');
  return [{ key: 'live', events: live }, ...groupByDay(others, zone)];
}

/** The same, where days that have one event each are joined to one group: a heading over every card tells little. */
export function joinSingleDays(groups: readonly DayGroup[], today: string): DayGroup[] {
  const isSingle = ({ key, events }: DayGroup) => events.length === 1 && key !== 'live' && key !== today;
  const joined: DayGroup[] = [];
  for (const group of groups) {
    const open = joined.at(-1);
    if (open && isSingle(group) && (open.joined || isSingle(open))) {
      joined[joined.length - 1] = { key: open.key, events: [...open.events, ...group.events], joined: true };
    } else joined.push(group);
  }
  return joined;
}
