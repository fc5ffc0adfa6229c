import { Trans, useLingui } from '@lingui/react/macro';
import { CalendarX, CreditCard, LogOut, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type ConfirmedDeletion, confirmDeletion } from '#/api/account';
import { bus } from '#/lib/bus';
import { session } from '#/lib/session';
import { Button, buttonClass } from '#/ui/button';
import { AppLink } from '#/ui/link';
import { useChannelDay } from '#/ui/use-channel-day';
import { useLastDay } from '#/ui/use-last-day';
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
      pitch={<Trans>Log in within 30 days to keep your account.</Trans>}
    >
      {state === 'ready' && <Question email={email} busy={busy} onPress={() => void press()} />}
      {state === 'done' && deletion && <Done deletion={deletion} />}
      {(state === 'expired' || state === 'broken') && (
        <p>
          <Trans>Your account has not changed. You can ask for a new link in your profile.</Trans>
        </p>
      )}
      {state === 'used' && (
        <p>
          <Trans>If your account is being deleted, log in to keep it.</Trans>
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
          <Trans>You are logged out everywhere right away.</Trans>
        </Fact>
        <Fact icon={<Undo2 className="i" aria-hidden="true" />}>
          <Trans>Log in within 30 days to keep your account.</Trans>
        </Fact>
        <Fact icon={<CreditCard className="i" aria-hidden="true" />}>
          <Trans>
            Your subscriptions and free trials will no longer renew, and your card won’t be charged. If you log in
            before one ends, it will renew again.
          </Trans>
        </Fact>
        <Fact icon={<CalendarX className="i" aria-hidden="true" />}>
          <Trans>Then we erase your personal information. We keep records of your purchases, without your name.</Trans>
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
  const [day, lastDay] = [useChannelDay()(deletion.erased_at), useLastDay()];
  return (
    <>
      <p role="status">
        <Trans>
          You are logged out everywhere. Log in before <b>{day}</b> to keep your account.
        </Trans>
      </p>
      {deletion.stopped_subscriptions.length > 0 && (
        <ul className="facts">
          {deletion.stopped_subscriptions.map((stopped) => (
            <Fact key={`${stopped.name} ${stopped.until}`} icon={<CreditCard className="i" aria-hidden="true" />}>
              <Stopped {...stopped} until={lastDay(stopped.until)} />
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

function Stopped({ name, until, trial, over }: { name: string; until: string; trial: boolean; over: boolean }) {
  if (over) {
    return (
      <Trans>
        <b>{name}</b> ends now, because its new period is not paid. Your card won’t be charged again.
      </Trans>
    );
  }
  if (trial) {
    return (
      <Trans>
        Your free trial of <b>{name}</b> ends on {until}. You won’t be charged.
      </Trans>
    );
  }
  return (
    <Trans>
      <b>{name}</b> will no longer renew. It ends on {until}, and your card won’t be charged again.
    </Trans>
  );
}
