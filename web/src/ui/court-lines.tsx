import { Suspense } from 'react';
import { lazy } from '#/lib/lazy';

const CourtDrawing = lazy(async () => ({ default: (await import('./court-drawing')).CourtDrawing }));

/** The lines of a sport's court seen from above, as stroked paths. Decorative, so nothing waits for them. */
export function CourtLines({ sport, className = '' }: { sport: string; className?: string }) {
  return (
    <svg className={className} viewBox="0 0 200 200" aria-hidden="true">
      <Suspense>
        <CourtDrawing sport={sport} />
      </Suspense>
    </svg>
  );
}
