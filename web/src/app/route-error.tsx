import { Trans, useLingui } from '@lingui/react/macro';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { failureOf } from '#/api/failure';
import { useTitle } from '#/lib/channel';
import { Button } from '#/ui/button';
import { reloadOnceForChunk } from './chunk-error';

/** A page that could not be shown. A chunk of an older release reloads the page once. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui();
  const router = useRouter();
  useTitle(t`Something went wrong`);
  if (reloadOnceForChunk(error)) return null;
  const failure = failureOf(error);
  const retry = () => {
    reset();
    void router.invalidate();
  };
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
