import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { beginSecondFactor } from '#/api/second-factor';
import type { Enrolment } from '#/api/types';
import { Button } from '#/ui/button';
import { Refusal } from '../refusal';

interface BeginWithoutPasswordProps {
  onBegun: (enrolment: Enrolment) => void;
  onCancel: () => void;
}

/** The first step of setting up two-step login for who has no password to show. */
export function BeginWithoutPassword({ onBegun, onCancel }: BeginWithoutPasswordProps) {
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<unknown>(null);
  const begin = async () => {
    setBusy(true);
    setRefused(null);
    try {
      onBegun(await beginSecondFactor(''));
    } catch (error) {
      setRefused(error);
      setBusy(false);
    }
  };
  return (
    <>
      <p>
        <Trans>You need an authenticator app on your phone. Next, you will scan a code with it.</Trans>
      </p>
      <Refusal error={refused} onProven={() => void begin()} />
      <div className="acts">
        <Button busy={busy} onClick={() => void begin()}>
          <Trans>Continue</Trans>
        </Button>
        <Button look="line" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </>
  );
}
