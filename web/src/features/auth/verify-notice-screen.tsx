import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { resendVerification } from '#/api/account';
import { hasCode } from '#/api/failure';
import type { Profile } from '#/api/types';
import { useTitle } from '#/lib/channel';
import { returnHref } from '#/lib/return-to';
import { restoreSession, useUser } from '#/lib/session';
import { Button, buttonClass } from '#/ui/button';
import { useFailureText } from '#/ui/failure-text';
import { AppLink } from '#/ui/link';
import { AuthFrame } from './auth-frame';
import { Outcome } from './outcome';

/** Says that a letter was sent to confirm the address, and sends it again. */
export function VerifyNoticeScreen() {
  const { t } = useLingui();
  useTitle(t`Check your email`);
  const user = useUser();
  return (
    <AuthFrame
      title={user?.email_verified ? t`Email verification` : t`Check your email`}
      slogan={<Trans>One click left.</Trans>}
      pitch={<Trans>With a confirmed address you can always recover your account.</Trans>}
    >
      {user ? <Notice user={user} /> : <ForVisitors />}
    </AuthFrame>
  );
}

/** How sending it again stands. */
type Again = { kind: 'not' | 'sending' | 'sent' } | { kind: 'failed'; error: unknown };

function Notice({ user: { email, email_verified } }: { user: Profile }) {
  const failureText = useFailureText();
  const [again, setAgain] = useState<Again>({ kind: 'not' });
  const send = async () => {
    setAgain({ kind: 'sending' });
    try {
      await resendVerification();
      setAgain({ kind: 'sent' });
    } catch (error) {
      // It was confirmed elsewhere: the profile says so from now on.
      if (hasCode(error, 'email_already_verified')) await restoreSession();
      setAgain({ kind: 'failed', error });
    }
  };
  return (
    <>
      {email_verified ? (
        <Outcome>
          <Trans>Your email already verified.</Trans>
        </Outcome>
      ) : (
        <>
          <p className="login__note">
            <Trans>
              We sent an email to <b>{email}</b>. Press the button in it to confirm your address. It works for 24 hours.
            </Trans>
          </p>
          <p className="login__note">
            <Trans>No email yet? Check your spam folder, or send it again.</Trans>
          </p>
        </>
      )}
      {again.kind === 'sent' && !email_verified && (
        <Outcome>
          <Trans>Sent. It can take a minute to arrive.</Trans>
        </Outcome>
      )}
      {again.kind === 'failed' && !email_verified && <Outcome bad>{failureText(again.error)}</Outcome>}
      <AppLink className={buttonClass('primary', 'lg', true)} href={returnHref()}>
        <Trans>Continue</Trans>
      </AppLink>
      {!email_verified && (
        <>
          <Button look="line" size="lg" block busy={again.kind === 'sending'} onClick={() => void send()}>
            <Trans>Send it again</Trans>
          </Button>
          <p>
            <Trans>
              Not your address?{' '}
              <AppLink className="link" href="/profile/edit">
                Change it
              </AppLink>
            </Trans>
          </p>
        </>
      )}
    </>
  );
}

function ForVisitors() {
  return (
    <>
      <p className="login__note">
        <Trans>
          We sent an email to the address of your new account. Press the button in it to confirm the address.
        </Trans>
      </p>
      <p className="login__note">
        <Trans>Log in to have the email sent again.</Trans>
      </p>
      <AppLink className={buttonClass('primary', 'lg', true)} href="/login">
        <Trans>Log in</Trans>
      </AppLink>
    </>
  );
}
