import type { EventSummary } from '#/api/types';
import { status } from './event';
import { dayKey } from './time';

export interface DayGroup {
  /** The day as YYYY-MM-DD, or `live`. */
  key: string;
  events: EventSummary[];
}

/** Consecutive events of one calendar day in `zone`, in the order of the list. */
export function groupByDay(events: readonly EventSummary[], zone: string): DayGroup[] {
  const groups: DayGroup[] = [];
  for (const event of events) {
    const key = dayKey(event.event_utc_ts, zone);
    const open = groups.at(-1);
    if (open?.key === key) open.events.push(event);
    else groups.push({ key, events: [event] });
  }
  return groups;
}

/** The same, with what is on air in a group of its own in front, where a list has both. */
export function groupLiveFirst(events: readonly EventSummary[], zone: string): DayGroup[] {
  const live = events.filter((event) => status(event) === 'live');
  if (live.length === 0 || live.length === events.length) return groupByDay(events, zone);
  const others = events.filter((event) => status(event) !== 'live');
  return [{ key: 'live', events: live }, ...groupByDay(others, zone)];
}
