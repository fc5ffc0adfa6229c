import { Trans, useLingui } from '@lingui/react/macro';
import { CalendarX, LogOut, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { confirmDeletion } from '#/api/account';
import type { Language } from '#/api/types';
import { fullDateText } from '#/entities/time';
import { viewerZone } from '#/entities/zones';
import { bus } from '#/lib/bus';
import { session } from '#/lib/session';
import { Button, buttonClass } from '#/ui/button';
import { AppLink } from '#/ui/link';
import { MailedLinkFrame, OnwardLink } from './mailed-link-frame';
import { useMailedLink } from './use-mailed-link';

/** Where the letter that deletes an account leads: it asks once more. */
export function ConfirmDeletionScreen() {
  const { t } = useLingui();
  const [erasedAt, setErasedAt] = useState('');
  const { email, state, busy, error, press } = useMailedLink('/confirm-account-deletion', async (link) => {
    setErasedAt(await confirmDeletion(link));
    // The session of this browser may be one of those that ended.
    if (session.getState().user?.email === email) bus.emit('unauthenticated', undefined);
  });
  return (
    <MailedLinkFrame
      state={state}
      ready={t`Delete your account?`}
      done={t`Your account is being deleted`}
      error={error}
      slogan={<Trans>The door stays open.</Trans>}
      pitch={<Trans>For 30 days one log in brings everything back.</Trans>}
    >
      {state === 'ready' && <Question email={email} busy={busy} onPress={() => void press()} />}
      {state === 'done' && <Done erasedAt={erasedAt} />}
      {(state === 'expired' || state === 'broken') && (
        <p>
          <Trans>Your account is as it was. You can ask for a new link on your profile.</Trans>
        </p>
      )}
      {state === 'used' && (
        <p>
          <Trans>If your account is being deleted, a log in brings it back.</Trans>
        </p>
      )}
      {state !== 'ready' && state !== 'done' && (
        <OnwardLink href="/profile/edit">
          <Trans>Edit profile</Trans>
        </OnwardLink>
      )}
    </MailedLinkFrame>
  );
}

function Question({ email, busy, onPress }: { email: string; busy: boolean; onPress: () => void }) {
  return (
    <>
      <p>
        <Trans>
          This is about the account of <b>{email}</b>.
        </Trans>
      </p>
      <ul className="facts">
        <Fact icon={<LogOut className="i" aria-hidden="true" />}>
          <Trans>You are logged out everywhere, at once.</Trans>
        </Fact>
        <Fact icon={<Undo2 className="i" aria-hidden="true" />}>
          <Trans>For 30 days you get everything back by logging in.</Trans>
        </Fact>
        <Fact icon={<CalendarX className="i" aria-hidden="true" />}>
          <Trans>Then we erase who you are. Records of what you bought stay, without your name.</Trans>
        </Fact>
      </ul>
      <div className="stack">
        <Button look="danger" size="lg" block busy={busy} onClick={onPress}>
          <Trans>Delete my account</Trans>
        </Button>
        <AppLink className={buttonClass('primary', 'lg', true)} href="/">
          <Trans>Keep my account</Trans>
        </AppLink>
      </div>
    </>
  );
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      {icon}
      <span>{children}</span>
    </li>
  );
}

function Done({ erasedAt }: { erasedAt: string }) {
  const { i18n } = useLingui();
  const day = fullDateText(Date.parse(erasedAt) / 1000, i18n.locale as Language, viewerZone());
  return (
    <>
      <p role="status">
        <Trans>
          You are logged out everywhere. Log in before <b>{day}</b>, and everything is as it was.
        </Trans>
      </p>
      <AppLink className={buttonClass('line', 'lg', true)} href="/">
        <Trans>Go to Home page</Trans>
      </AppLink>
    </>
  );
}
