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
      done={t`Your email is changed`}
      error={state === 'password' ? undefined : error}
      slogan={<Trans>New address. Same seat.</Trans>}
      pitch={<Trans>You log in with it from then on, and our emails come there.</Trans>}
    >
      {state === 'ready' && (
        <>
          <p>
            <Trans>
              <b>{email}</b> becomes the email of your account.
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
          <Trans>Log in the way you always do, then open the link in our email again.</Trans>
        </p>
      )}
      {(state === 'password' || state === 'login') && (
        <p className="login__note">
          <Trans>Did you not ask for this? Close this page: nothing changes.</Trans>
        </p>
      )}
      {state === 'done' && (
        <p>
          <Trans>
            From now on you log in with <b>{email}</b>.
          </Trans>
        </p>
      )}
      {(state === 'expired' || state === 'broken') && (
        <p>
          <Trans>Your email is as it was. You can ask for a new link on your profile.</Trans>
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
