import { Trans } from '@lingui/react/macro';
import { ShieldCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Proof } from './use-proven';

/** Says by what a user confirmed a change, and takes the focus from the button that is gone. */
export function Confirmed({ by }: { by: Proof }) {
  const here = useRef<HTMLParagraphElement>(null);
  useEffect(() => here.current?.focus(), []);
  return (
    <p className="acct__sent" role="status" tabIndex={-1} ref={here}>
      <ShieldCheck className="i" aria-hidden="true" />
      <span>
        {by === 'passkey' ? <Trans>Confirmed with a passkey</Trans> : <Trans>Confirmed with a code by email</Trans>}
      </span>
    </p>
  );
}
