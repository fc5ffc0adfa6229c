import type { QueryClient } from '@tanstack/react-query';
import type { EventDetail, EventSummary, Standing } from '#/api/types';
import { missedBy, stand, standInFull } from '#/entities/standing';
import { isAboutEvents, mapEvents } from './known-events';

/** How an event stands, by what is in memory of it and what was told. */
type Settle = (event: EventSummary, told: Standing) => Standing;

const asTold: Settle = (_, told) => told;

/** Brings everything in memory to how events stand: lists, home, ticker, and the event whose page is open. */
export function applyStandings(client: QueryClient, standings: Iterable<Standing>, settle = asTold): void {
  const now = new Map(Array.from(standings, (standing) => [standing.id, standing]));
  mapEvents(client, (event) => {
    const told = now.get(event.id);
    return told ? stand(event, settle(event, told)) : event;
  });
  for (const told of now.values()) {
    client.setQueryData<EventDetail>(['event', told.id], (event) => event && standInFull(event, settle(event, told)));
  }
}

/** Has answers that were on their way while a score was pushed catch up with it. Returns the way to stop. */
export function catchUp(client: QueryClient, known: ReadonlyMap<number, Standing>): () => void {
  return client.getQueryCache().subscribe(({ type, query, ...rest }) => {
    if (type !== 'updated' || !('action' in rest) || known.size === 0) return;
    const { action } = rest;
    if (action.type !== 'success' || action.manual || !isAboutEvents(query.queryKey)) return;
    applyStandings(client, known.values(), missedBy);
  });
}
