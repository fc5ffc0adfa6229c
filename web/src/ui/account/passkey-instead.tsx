import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { beginPasskeyStepUp, passkeysQuery, stepUpByPasskey } from '#/api/passkeys';
import { getPasskey, passkeysWork } from '#/lib/passkey';
import { Button } from '../button';
import { useFailureText } from '../failure-text';
import { FieldError } from '../field';

interface PasskeyInsteadProps {
  /** The user showed who they are: nothing else is asked for some minutes. */
  onProven: () => void;
}

/** The way for users with a passkey to show again who they are. Others see nothing. */
export function PasskeyInstead({ onProven }: PasskeyInsteadProps) {
  const failureText = useFailureText();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const works = passkeysWork();
  const has = useQuery({ ...passkeysQuery(), enabled: works, select: (all) => all.some(isOfThisSite) });
  if (!works || !has.data) return null;
  const ask = async () => {
    setBusy(true);
    setError('');
    try {
      const credential = await getPasskey(await beginPasskeyStepUp(), {
        suggest: false,
        signal: new AbortController().signal,
      });
      if (credential) {
        await stepUpByPasskey(credential);
        onProven();
      }
    } catch (failure) {
      setError(failureText(failure));
    }
    setBusy(false);
  };
  return (
    <>
      <Button look="line" busy={busy} onClick={() => void ask()}>
        <KeyRound className="i" aria-hidden="true" />
        <Trans>Use a passkey instead</Trans>
      </Button>
      <div role="alert">{error && <FieldError>{error}</FieldError>}</div>
    </>
  );
}

const isOfThisSite = ({ domain }: { domain: string }) => domain === location.hostname;
