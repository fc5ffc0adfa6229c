import { Trans, useLingui } from '@lingui/react/macro';
import { confirmEmail } from '#/api/account';
import { useTitle } from '#/lib/channel';
import { restoreSession, useUser } from '#/lib/session';
import { Button, buttonClass } from '#/ui/button';
import { AppLink } from '#/ui/link';
import { AuthFrame } from './auth-frame';
import { type LinkState, useMailedLink } from './use-mailed-link';

/** Where the letter to a new address leads. */
export function ConfirmEmailScreen() {
  const { t } = useLingui();
  const { email, state, busy, error, press } = useMailedLink('/confirm-email', async (link) => {
    await confirmEmail(link);
    await restoreSession();
  });
  const titles: Record<LinkState, string> = {
    ready: t`Use this address?`,
    done: t`Your email is changed`,
    expired: t`This link has expired`,
    used: t`This link was used already`,
    broken: t`This link does not work`,
  };
  useTitle(titles[state]);
  return (
    <AuthFrame
      title={titles[state]}
      error={error === undefined ? undefined : { message: error }}
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
      {state !== 'ready' && <OnwardLink />}
    </AuthFrame>
  );
}

function OnwardLink() {
  const user = useUser();
  return (
    <AppLink className={buttonClass('primary', 'lg', true)} href={user ? '/profile' : '/login'}>
      {user ? <Trans>Your account</Trans> : <Trans>Log in</Trans>}
    </AppLink>
  );
}
