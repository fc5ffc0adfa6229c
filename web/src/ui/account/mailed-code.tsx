import { Trans, useLingui } from '@lingui/react/macro';
import { Mail } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { requestStepUpCode, stepUpByCode } from '#/api/step-up';
import { updateUser, useUser } from '#/lib/session';
import { Button } from '../button';
import { useFailureText } from '../failure-text';
import { FieldError, TextField } from '../field';

interface MailedCodeProps {
  /** The user entered the code: no password is asked for some minutes. */
  onProven: () => void;
}

/** The way to show again who you are without a password: a code that is sent to the address of the account. */
export function MailedCode({ onProven }: MailedCodeProps) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const user = useUser();
  const [sent, setSent] = useState(0);
  const [busy, setBusy] = useState(false);
  const [code, setCode] = useState('');
  const [error, setError] = useState('');
  if (!user) return null;
  const run = async (call: () => Promise<void>) => {
    setBusy(true);
    setError('');
    try {
      await call();
    } catch (failure) {
      setError(failureText(failure));
    }
    setBusy(false);
  };
  const request = () =>
    run(async () => {
      await requestStepUpCode();
      setCode('');
      setSent((times) => times + 1);
    });
  const confirm = () =>
    run(async () => {
      await stepUpByCode(code);
      updateUser({ ...user, email_verified: true });
      onProven();
    });
  // The field stands inside the form of the change, which Enter must not send.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    void confirm();
  };
  if (sent === 0) {
    return (
      <>
        <Button look="line" busy={busy} onClick={() => void request()}>
          <Mail className="i" aria-hidden="true" />
          <Trans>Get a code by email</Trans>
        </Button>
        <div role="alert">{error && <FieldError>{error}</FieldError>}</div>
      </>
    );
  }
  return (
    <div className="stack" role="group" aria-label={t`Code by email`}>
      <p role="status">
        {sent === 1 ? (
          <Trans>
            We sent a code to <b>{user.email}</b>.
          </Trans>
        ) : (
          <Trans>
            We sent a new code to <b>{user.email}</b>. Only the newest code works.
          </Trans>
        )}
      </p>
      <TextField
        label={t`Code from the email`}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        autoFocus
        hint={t`The code works for 10 minutes, in this browser only. No email yet? Check your spam folder.`}
        error={error}
        value={code}
        onChange={(event) => setCode(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="acts">
        <Button busy={busy} onClick={() => void confirm()}>
          <Trans>Confirm</Trans>
        </Button>
        <Button look="quiet" onClick={() => void request()}>
          <Trans>Send a new code</Trans>
        </Button>
      </div>
    </div>
  );
}
