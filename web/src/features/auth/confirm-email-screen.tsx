import { Trans, useLingui } from '@lingui/react/macro';
import { confirmEmail } from '#/api/account';
import { restoreSession } from '#/lib/session';
import { Button } from '#/ui/button';
import { MailedLinkFrame, OnwardLink } from './mailed-link-frame';
import { useMailedLink } from './use-mailed-link';

/** Where the letter to a new address leads. */
export function ConfirmEmailScreen() {
  const { t } = useLingui();
  const { email, state, busy, error, press } = useMailedLink('/confirm-email', async (link) => {
    await confirmEmail(link);
    await restoreSession();
  });
  return (
    <MailedLinkFrame
      state={state}
      ready={t`Use this address?`}
      done={t`Your email is changed`}
      error={error}
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
      {state !== 'ready' && (
        <OnwardLink href="/profile">
          <Trans>Your account</Trans>
        </OnwardLink>
      )}
    </MailedLinkFrame>
  );
}
