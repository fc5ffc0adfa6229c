import type { EventSummary } from '#/api/types';
import { dayKey } from './time';

export interface DayGroup {
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
