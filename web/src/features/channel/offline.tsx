import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { useTitle } from '#/lib/channel';
import { Button } from '#/ui/button';
import { comeBack } from './come-back';

/** In place of a page that cannot be had. It comes by itself; `reloads`: as a new page, which asks for its code again. */
export function OfflineScreen({ reloads = false }: { reloads?: boolean }) {
  const { t } = useLingui();
  useEffect(() => (reloads ? comeBack() : undefined), [reloads]);
  useTitle(t`You are offline`);
  return (
    <div className="wrap lost">
      <h1>
        <Trans>You are offline</Trans>
      </h1>
      <p className="muted">
        <Trans>This page will open as soon as you are back online.</Trans>
      </p>
      <div className="acts">
        <Button size="lg" onClick={() => location.reload()}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    </div>
  );
}
