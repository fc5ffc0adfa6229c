import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';

/** A view that has not come after this long will not come. */
const chunkTimeoutMs = 120_000;

/** Shown while a page's code or data is on its way. */
export function PendingScreen() {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), chunkTimeoutMs);
    return () => clearTimeout(timer);
  }, []);
  if (late) throw new Error('the page did not load in time');
  return (
    <div className="wrap loader" role="status">
      <span className="vh">
        <Trans>Loading…</Trans>
      </span>
    </div>
  );
}
