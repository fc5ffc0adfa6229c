import { Trans, useLingui } from '@lingui/react/macro';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { failureOf } from '#/api/failure';
import { OfflineScreen } from '#/features/channel/offline';
import { useTitle } from '#/lib/channel';
import { useOffline } from '#/lib/offline';
import { Button } from '#/ui/button';
import { isReplaced, reloadOnceForReplaced } from './replaced';

/** A page that could not be shown. Where code of an older release was missing the page has reloaded once. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui();
  const router = useRouter();
  useTitle(t`Something went wrong`);
  // Who is about to see the page anew is shown no error.
  const reloading = useMemo(() => isReplaced(error), [error]);
  useEffect(() => {
    reloadOnceForReplaced(error);
  }, [error]);
  const failure = failureOf(error);
  const retry = () => {
    reset();
    void router.invalidate();
  };
  const offline = useOffline();
  if (reloading) return null;
  if (offline) return <OfflineScreen reloads />;
  return (
    <div className="wrap lost" role="alert">
      <h1>
        <Trans>Something went wrong</Trans>
      </h1>
      <p className="muted">
        <Trans>Something went wrong. Please try again or contact technical support</Trans>
      </p>
      {failure?.kind === 'problem' && (
        <p className="muted">
          {failure.code} {failure.requestId}
        </p>
      )}
      <div className="acts">
        <Button size="lg" onClick={retry}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    </div>
  );
}
