import { Trans, useLingui } from '@lingui/react/macro';
import { CalendarX, CreditCard, LogOut, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type ConfirmedDeletion, confirmDeletion } from '#/api/account';
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
  const [deletion, setDeletion] = useState<ConfirmedDeletion>();
  const { email, state, busy, error, press } = useMailedLink('/confirm-account-deletion', async (link) => {
    setDeletion(await confirmDeletion(link));
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
      pitch={<Trans>For 30 days one log in keeps your account.</Trans>}
    >
      {state === 'ready' && <Question email={email} busy={busy} onPress={() => void press()} />}
      {state === 'done' && deletion && <Done deletion={deletion} />}
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
          <Trans>For 30 days you keep your account by logging in.</Trans>
        </Fact>
        <Fact icon={<CreditCard className="i" aria-hidden="true" />}>
          <Trans>
            No subscription and no free trial renews any more, and your card is not charged. Log in before one ends, and
            it renews again.
          </Trans>
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

function Done({ deletion }: { deletion: ConfirmedDeletion }) {
  const { i18n } = useLingui();
  const dayOf = (at: string) => fullDateText(Date.parse(at) / 1000, i18n.locale as Language, viewerZone());
  const day = dayOf(deletion.erased_at);
  return (
    <>
      <p role="status">
        <Trans>
          You are logged out everywhere. Log in before <b>{day}</b>, and you keep your account.
        </Trans>
      </p>
      {deletion.stopped_subscriptions.length > 0 && (
        <ul className="facts">
          {deletion.stopped_subscriptions.map((stopped) => (
            <Fact key={`${stopped.name} ${stopped.until}`} icon={<CreditCard className="i" aria-hidden="true" />}>
              <Stopped name={stopped.name} until={dayOf(stopped.until)} trial={stopped.trial} />
            </Fact>
          ))}
        </ul>
      )}
      <AppLink className={buttonClass('line', 'lg', true)} href="/">
        <Trans>Go to Home page</Trans>
      </AppLink>
    </>
  );
}

function Stopped({ name, until, trial }: { name: string; until: string; trial: boolean }) {
  if (trial) {
    return (
      <Trans>
        Your free trial of <b>{name}</b> ends on {until}. No payment follows.
      </Trans>
    );
  }
  return (
    <Trans>
      <b>{name}</b> does not renew any more. It ends on {until}, and your card is not charged again.
    </Trans>
  );
}
