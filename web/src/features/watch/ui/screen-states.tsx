import { Trans, useLingui } from '@lingui/react/macro';
import { useTitle } from '#/lib/channel';
import { Skeleton } from '#/ui/skeleton';
import { LoadError, useSlow } from '#/ui/states';

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

/** The event could not be loaded; what it is remains unknown. */
export function ScreenError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
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
