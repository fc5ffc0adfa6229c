import { Trans, useLingui } from '@lingui/react/macro';
import { confirmEmail } from '#/api/account';
import { restoreSession } from '#/lib/session';
import { Button } from '#/ui/button';
import { MailedLinkFrame, OnwardLink } from './mailed-link-frame';
import { OwnershipForm } from './ownership-form';
import { useMailedLink } from './use-mailed-link';

/** Where the letter to a new address leads. */
export function ConfirmEmailScreen() {
  const { t } = useLingui();
  const { email, state, busy, error, press } = useMailedLink('/confirm-email', async (link, password) => {
    await confirmEmail(link, password);
    await restoreSession();
  });
  return (
    <MailedLinkFrame
      state={state}
      ready={t`Use this address?`}
      done={t`Your email has changed`}
      error={state === 'password' ? undefined : error}
      slogan={<Trans>New address. Same seat.</Trans>}
      pitch={<Trans>You will log in with it, and our emails will go there.</Trans>}
    >
      {state === 'ready' && (
        <>
          <p>
            <Trans>
              <b>{email}</b> will become your account email.
            </Trans>
          </p>
          <Button size="lg" block busy={busy} onClick={() => void press()}>
            <Trans>Use this address</Trans>
          </Button>
        </>
      )}
      {state === 'password' && (
        <>
          <p>
            <Trans>This browser is not logged in to the account. Enter its password.</Trans>
          </p>
          <OwnershipForm
            email={email}
            action={<Trans>Use this address</Trans>}
            busy={busy}
            error={error}
            onPassword={(password) => void press(password)}
          />
        </>
      )}
      {state === 'login' && (
        <p>
          <Trans>Log in as usual, then open the link in our email again.</Trans>
        </p>
      )}
      {(state === 'password' || state === 'login') && (
        <p className="login__note">
          <Trans>Didn’t ask for this? Close this page and nothing will change.</Trans>
        </p>
      )}
      {state === 'done' && (
        <p>
          <Trans>
            You now log in with <b>{email}</b>.
          </Trans>
        </p>
      )}
      {(state === 'expired' || state === 'broken') && (
        <p>
          <Trans>Your email has not changed. You can ask for a new link in your profile.</Trans>
        </p>
      )}
      {state !== 'ready' && state !== 'password' && (
        <OnwardLink href="/profile">
          <Trans>Your account</Trans>
        </OnwardLink>
      )}
    </MailedLinkFrame>
  );
}
