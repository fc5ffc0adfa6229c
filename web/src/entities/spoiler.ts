import type { EventSummary } from '#/api/types';

/** What is left of an event for somebody who does not want to know how it went; the server says the rest. */
export function withoutSpoilers<E extends EventSummary>(event: E): E {
  if (event.stream_status === 'upcoming') return event;
  const detail = 'scores' in event ? { scores: [], ended_at: null } : {};
  return { ...event, ...detail, score: null, score_hidden: true, duration: null };
}
