import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { acquireApiKey } from '#/api/client';
import { readBootDocument } from '#/lib/boot';
import { reportKeyErrors } from '#/lib/measure/key-errors';
import { isOffline } from '#/lib/offline';
import { Button } from '#/ui/button';

const coolDownSeconds = 60;

/** Shown when no api key can be had. The button opens after a minute; it asks for the key again and then reloads. */
export function Whoops({ reload = () => location.reload() }: { reload?: () => void }) {
  const [left, startCoolDown] = useCoolDown();
  useEffect(report, []);
  useEffect(() => {
    if (!isOffline()) return;
    addEventListener('online', reload);
    return () => removeEventListener('online', reload);
  }, [reload]);
  const [busy, setBusy] = useState(false);
  const retry = () => {
    setBusy(true);
    acquireApiKey().then(reload, () => {
      setBusy(false);
      startCoolDown();
      report();
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

function report(): void {
  void reportKeyErrors(readBootDocument()?.bootstrap.settings);
}

/** Seconds left of the cool-down, renewed every second, and the way to start it again. */
function useCoolDown(): [left: number, start: () => void] {
  const [end, setEnd] = useState(() => Date.now() + coolDownSeconds * 1_000);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const start = () => {
    setNow(Date.now());
    setEnd(Date.now() + coolDownSeconds * 1_000);
  };
  return [Math.max(0, Math.ceil((end - now) / 1_000)), start];
}
