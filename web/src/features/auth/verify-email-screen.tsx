import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { verifyEmail } from '#/api/account';
import { useTitle } from '#/lib/channel';
import { returnHref } from '#/lib/return-to';
import { isSignedIn, restoreSession, useUser } from '#/lib/session';
import { Button, buttonClass } from '#/ui/button';
import { AppLink } from '#/ui/link';
import { AuthFrame } from './auth-frame';
import { OnwardLink } from './mailed-link-frame';
import { Outcome } from './outcome';
import { OwnershipForm } from './ownership-form';
import { TakeoverForm } from './takeover-form';
import { useMailedLink } from './use-mailed-link';

/** How the reader of the letter takes an account over that they cannot open. */
type Takeover = 'stranger' | 'forgotten';

/** Where the letter to the address of a new account leads. */
export function VerifyEmailScreen() {
  const { t } = useLingui();
  useTitle(t`Email verification`);
  const followed = useMailedLink('/verify-email', async (link, password) => {
    await verifyEmail(link, password);
    if (isSignedIn()) await restoreSession();
  });
  const [takeover, setTakeover] = useState<Takeover | null>(null);
  const { link, state, error } = followed;
  return (
    <AuthFrame
      title={t`Email verification`}
      error={error === undefined || state === 'password' ? undefined : { message: error }}
      slogan={<Trans>Keep your seat.</Trans>}
      pitch={<Trans>With a confirmed address you can always recover your account.</Trans>}
    >
      {link && takeover && (state === 'password' || state === 'login') ? (
        <TakeoverForm
          link={link}
          stranger={takeover === 'stranger'}
          onBack={() => setTakeover(null)}
          onDead={() => followed.end('broken')}
          onDone={() => followed.end('done')}
        />
      ) : (
        <Step {...followed} onTakeover={setTakeover} />
      )}
    </AuthFrame>
  );
}

type StepProps = ReturnType<typeof useMailedLink> & { onTakeover: (how: Takeover) => void };

function Step({ email, state, busy, error, press, onTakeover }: StepProps) {
  switch (state) {
    case 'ready':
      return (
        <>
          <p>
            <Trans>
              Confirm that <b>{email}</b> is your address and that the account is yours.
            </Trans>
          </p>
          <Button size="lg" block busy={busy} onClick={() => void press()}>
            <Trans>Confirm my address</Trans>
          </Button>
        </>
      );
    case 'password':
      return (
        <>
          <p>
            <Trans>This browser is not logged in to the account. Enter the password that you chose for it.</Trans>
          </p>
          <OwnershipForm
            email={email}
            action={<Trans>Confirm my address</Trans>}
            busy={busy}
            error={error}
            onPassword={(password) => void press(password)}
          />
          <TakeoverButtons onTakeover={onTakeover} />
        </>
      );
    case 'login':
      return (
        <>
          <p>
            <Trans>Log in as usual, then open the link in our email again.</Trans>
          </p>
          <AppLink className={buttonClass('primary', 'lg', true)} href="/login">
            <Trans>Log in</Trans>
          </AppLink>
          <TakeoverButtons onTakeover={onTakeover} />
        </>
      );
    case 'done':
    case 'used':
      return (
        <>
          <Outcome>
            {state === 'done' ? (
              <Trans>Thank you. Your email address is verified.</Trans>
            ) : (
              <Trans>Your email already verified.</Trans>
            )}
          </Outcome>
          <OnwardLink href={returnHref()}>
            <Trans>Continue</Trans>
          </OnwardLink>
        </>
      );
    default:
      return <Failed />;
  }
}

function TakeoverButtons({ onTakeover }: { onTakeover: (how: Takeover) => void }) {
  return (
    <>
      <Button look="line" size="lg" block onClick={() => onTakeover('forgotten')}>
        <Trans>I do not know this password</Trans>
      </Button>
      <Button look="line" size="lg" block onClick={() => onTakeover('stranger')}>
        <Trans>This was not me</Trans>
      </Button>
    </>
  );
}

function Failed() {
  const user = useUser();
  return (
    <>
      <Outcome bad>
        <Trans>Verification your email address failed.</Trans>
      </Outcome>
      <p className="login__note">
        <Trans>The link may be incomplete or older than 24 hours. You can have a new one sent.</Trans>
      </p>
      <AppLink className={buttonClass('primary', 'lg', true)} href={user ? '/verify-notice' : '/login'}>
        {user ? <Trans>Get a new link</Trans> : <Trans>Log in to get a new link</Trans>}
      </AppLink>
    </>
  );
}
