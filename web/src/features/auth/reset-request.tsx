import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { requestPasswordReset } from '#/api/account';
import { Button } from '#/ui/button';
import { AddressForm } from './address-form';
import { Outcome } from './outcome';
import { useAwayOnceLoggedIn } from './use-sign-in';

/** Asks where to send a link to a new password, below what leads there. What it says afterwards is the same whoever has that address. */
export function ResetRequest({ email = '', children }: { email?: string; children: ReactNode }) {
  useAwayOnceLoggedIn();
  const [sentTo, setSentTo] = useState('');
  if (sentTo) return <Sent to={sentTo} onAgain={() => setSentTo('')} />;
  return (
    <>
      {children}
      <AddressForm
        email={email}
        captcha="password_reset"
        send={requestPasswordReset}
        onSent={setSentTo}
        action={<Trans>Send me a link</Trans>}
      />
    </>
  );
}

function Sent({ to, onAgain }: { to: string; onAgain: () => void }) {
  return (
    <>
      <Outcome>
        <Trans>
          If <b>{to}</b> has an account here, an email with a link is on its way.
        </Trans>
      </Outcome>
      <p className="login__note">
        <Trans>
          The link works once, within 60 minutes. No email yet? Check your spam folder, or try another address.
        </Trans>
      </p>
      <Button look="line" size="lg" block onClick={onAgain}>
        <Trans>Try another address</Trans>
      </Button>
    </>
  );
}
