import type { EventDetail, EventSummary, Score, Standing } from '#/api/types';

/** An event as it stands now; the same object when nothing is new. */
export function stand<E extends EventSummary>(event: E, now: Standing): E {
  const score = now.score === undefined || event.score_hidden ? event.score : now.score;
  if (isSame(event.score, score) && !statusDiffers(event, now)) return event;
  return { ...event, ...standsOf(now), score };
}

/** What of a standing an event says too, apart from the score. */
function standsOf(of: Omit<Standing, 'score' | 'moments'>): Omit<Standing, 'score' | 'moments'> {
  const { id, status, stream_status, stream_state, schedule_status, event_utc_ts, time_tba } = of;
  return { id, status, stream_status, stream_state, schedule_status, event_utc_ts, time_tba };
}

/**
 * The same for an event with all its scores: the new one joins them, and a correction takes back what it undoes. Of its key
 * moments it knows how often they changed.
 */
export function standInFull(event: EventDetail, now: Standing): EventDetail {
  if (now.moments && now.moments !== event.moments) return standInFull({ ...event, moments: now.moments }, now);
  const next = stand(event, now);
  if (next === event || isSame(next.score, event.score)) return next;
  const latest = next.score;
  const before = event.scores.filter(({ at_ms }) => latest && at_ms < latest.at_ms);
  return { ...next, scores: latest ? [...before, latest] : [] };
}

/** What an answer that was on its way while a score was pushed still lacks; its statuses are its own. */
export function missedBy(event: EventSummary, now: Standing): Standing {
  const lacks = now.score && (!event.score || event.score.at_ms < now.score.at_ms);
  return { ...standsOf(event), score: (lacks ? now.score : event.score) ?? null };
}

type Stands = Pick<Standing, 'status' | 'stream_state' | 'schedule_status' | 'event_utc_ts' | 'time_tba'>;

export function statusDiffers(a: Stands, b: Stands): boolean {
  const streamDiffers = a.status !== b.status || a.stream_state !== b.stream_state;
  const timeDiffers = a.event_utc_ts !== b.event_utc_ts || a.time_tba !== b.time_tba;
  return streamDiffers || a.schedule_status !== b.schedule_status || timeDiffers;
}

function isSame(a: Score | null, b: Score | null): boolean {
  if (!a || !b) return a === b;
  return a.at_ms === b.at_ms && a.away === b.away && a.home === b.home && a.period === b.period && a.clock === b.clock;
}
