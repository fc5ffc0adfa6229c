import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { acquireApiKey } from '#/api/client';
import { Button } from '#/ui/button';

const coolDownSeconds = 60;

/** Shown when no api key can be had. The button opens after a minute; it asks for the key again and then reloads. */
export function Whoops({ reload = () => location.reload() }: { reload?: () => void }) {
  const [left, setLeft] = useState(coolDownSeconds);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  const retry = () => {
    setBusy(true);
    acquireApiKey().then(reload, () => {
      setBusy(false);
      setLeft(coolDownSeconds);
    });
  };
  return (
    <main className="whoops" id="main">
      <div className="wrap">
        <h1>
          <Trans>WHOOPS</Trans>
        </h1>
        <p>
          <Trans>Apologies! Our service is currently experiencing technical difficulties.</Trans>
        </p>
        <Button size="lg" disabled={left > 0} busy={busy} onClick={retry}>
          <Trans>Reload</Trans>
        </Button>
        <p className="muted" role="timer" aria-live="off">
          {left > 0 ? <Trans>You can reload in {left} s</Trans> : <Trans>You can reload now</Trans>}
        </p>
      </div>
    </main>
  );
}
