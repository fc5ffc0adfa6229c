import { lazy, Suspense } from 'react';
import type { FeedScope } from '#/entities/feed';
import { buttonClass } from './button';

const Subscribe = lazy(async () => ({ default: (await import('./subscribe')).Subscribe }));

/** The way to keep a schedule in a calendar, in code that no first page waits for. Its place is there from the start. */
export function SubscribeButton({ scope, className = '' }: { scope: FeedScope; className?: string }) {
  return (
    <Suspense fallback={<span className={`${buttonClass('line', 'sm')} ${className}`} aria-hidden="true" />}>
      <Subscribe scope={scope} className={className} />
    </Suspense>
  );
}
