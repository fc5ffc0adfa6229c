import { Trans } from '@lingui/react/macro';
import { Suspense, useEffect, useState } from 'react';
import { lazy } from '#/lib/lazy';
import { useOffline } from '#/lib/offline';

/** A view that has not come after this long will not come. */
const chunkTimeoutMs = 120_000;

const OfflineScreen = lazy(async () => ({ default: (await import('#/features/channel/offline')).OfflineScreen }));

/** Shown while a page's code or data is on its way. */
export function PendingScreen() {
  // Calls wait for the connection, and the page goes on with them.
  return useOffline() ? (
    <Suspense fallback={<Loader />}>
      <OfflineScreen />
    </Suspense>
  ) : (
    <Waiting />
  );
}

function Waiting() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), chunkTimeoutMs);
    return () => clearTimeout(timer);
  }, []);
  if (late) throw new Error('the page did not load in time');
  return <Loader />;
}

function Loader() {
  return (
    <div className="wrap loader" role="status">
      <span className="vh">
        <Trans>Loading…</Trans>
      </span>
    </div>
  );
}
