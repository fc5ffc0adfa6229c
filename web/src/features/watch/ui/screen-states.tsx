import { Trans, useLingui } from '@lingui/react/macro';
import { Suspense } from 'react';
import { statusOf } from '#/api/failure';
import { useTitle } from '#/lib/channel';
import { lazy } from '#/lib/lazy';
import { Skeleton } from '#/ui/skeleton';
import { LoadError, useSlow } from '#/ui/states';

const GameNotFound = lazy(async () => ({ default: (await import('./game-not-found')).GameNotFound }));

/** The page's geometry while the event is on its way. */
export function ScreenSkeleton() {
  const slow = useSlow(true);
  useTitle(null);
  return (
    <div className="watch-page" aria-busy="true">
      <span className="vh" role="status">
        <Trans>Loading…</Trans>
      </span>
      <div className="frame frame--sk" />
      <div className="wrap eh">{slow && <Skeleton height={84} width="min(560px, 100%)" />}</div>
    </div>
  );
}

interface ScreenErrorProps {
  error: unknown;
  onRetry: () => void;
}

/** The event could not be loaded, or this channel has none by that number. */
export function ScreenError({ error, onRetry }: ScreenErrorProps) {
  if (statusOf(error) !== 404) return <NotLoaded error={error} onRetry={onRetry} />;
  return (
    <Suspense fallback={<ScreenSkeleton />}>
      <GameNotFound />
    </Suspense>
  );
}

/** What the event is remains unknown. */
function NotLoaded({ error, onRetry }: ScreenErrorProps) {
  const { t } = useLingui();
  useTitle(t`Something went wrong`);
  return (
    <div className="wrap page">
      <h1 className="vh">
        <Trans>This game did not load</Trans>
      </h1>
      <LoadError error={error} onRetry={onRetry} />
    </div>
  );
}
