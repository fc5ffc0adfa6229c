import type { EventSummary } from '#/api/types';

/** Whether the viewer's place forbids an event, by a blackout or by a country that the channel does not serve. */
export function isForbiddenHere({ access }: Pick<EventSummary, 'access'>): boolean {
  return access.reason === 'geo_blocked' || access.reason === 'blackout';
}
