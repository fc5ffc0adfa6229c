import { Suspense } from 'react';
import type { EventSummary } from '#/api/types';
import { fullTitle, isToCome } from '#/entities/event';
import { lazy } from '#/lib/lazy';
import { useNow } from './use-now';
import { useVersus } from './use-versus';

// Pages are there before it; its place is kept.
const RemindButton = lazy(async () => ({ default: (await import('./remind-button')).RemindButton }));

/** The bell beside the star of an event that is yet to begin. */
export function Bell({ event, className }: { event: EventSummary; className: string }) {
  const name = fullTitle(event, useVersus());
  if (!isToCome(event, useNow())) return null;
  return (
    <Suspense fallback={<span className={className} />}>
      <RemindButton of="events" id={event.id} name={name} className={className} />
    </Suspense>
  );
}
