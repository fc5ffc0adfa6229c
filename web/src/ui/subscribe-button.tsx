import { Trans } from '@lingui/react/macro';
import { CalendarPlus } from 'lucide-react';
import { Suspense } from 'react';
import type { FeedScope } from '#/entities/feed';
import { lazy } from '#/lib/lazy';
import { buttonClass } from './button';

const Subscribe = lazy(async () => ({ default: (await import('./subscribe')).Subscribe }));

/** The way to keep a schedule in a calendar, in code that no first page waits for. Its look is there from the start. */
export function SubscribeButton({ scope, className = '' }: { scope: FeedScope; className?: string }) {
  return (
    <Suspense
      fallback={
        <span className={`${buttonClass('line', 'sm')} ${className}`} aria-hidden="true">
          <CalendarPlus className="i" aria-hidden="true" />
          <Trans>Add to calendar</Trans>
        </span>
      }
    >
      <Subscribe scope={scope} className={className} />
    </Suspense>
  );
}
