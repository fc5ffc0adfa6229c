import { lazy, type ReactNode, Suspense } from 'react';
import type { EventDetail } from '#/api/types';
import { loadTexts } from '#/lib/i18n';
import { usePlace } from './use-place';

const Elsewhere = lazy(async () => {
  const [{ Elsewhere: screen }] = await Promise.all([import('./elsewhere'), loadTexts('account')]);
  return { default: screen };
});

/** A player that plays while it has a place among the screens on which its user may watch at once. */
export function Leased({ event, children }: { event: EventDetail; children: ReactNode }) {
  const { standing, insist } = usePlace(event.id, event.max_streams > 0);
  if (standing === 'held') return children;
  const wait = <div className="watch__wait" />;
  if (standing === 'asking') return wait;
  return (
    <Suspense fallback={wait}>
      <Elsewhere event={event} lost={standing === 'lost'} onHere={insist} />
    </Suspense>
  );
}
