import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { verifyEmail } from '#/api/account';
import { hasCode, statusOf } from '#/api/failure';
import { useTitle } from '#/lib/channel';
import { forgetMailedLink, type MailedLink, mailedLink } from '#/lib/mailed-link';
import { returnHref } from '#/lib/return-to';
import { isSignedIn, restoreSession, useUser } from '#/lib/session';
import { Button, buttonClass } from '#/ui/button';
import { useFailureText } from '#/ui/failure-text';
import { AppLink } from '#/ui/link';
import { AuthFrame } from './auth-frame';
import { OnwardLink } from './mailed-link-frame';
import { Outcome } from './outcome';

type State = { kind: 'working' | 'verified' | 'already' | 'failed' } | { kind: 'unclear'; error: unknown };

/** Follows the link of the letter by itself and says what came of it. */
export function VerifyEmailScreen() {
  const { t } = useLingui();
  useTitle(t`Email verification`);
  const { state, again } = useFollowedLink();
  return (
    <AuthFrame
      title={t`Email verification`}
      slogan={<Trans>Keep your seat.</Trans>}
      pitch={<Trans>With a confirmed address you always find your way back to your account.</Trans>}
    >
      <What state={state} />
      <WayOn state={state} again={again} />
    </AuthFrame>
  );
}

function What({ state }: { state: State }) {
  const failureText = useFailureText();
  switch (state.kind) {
    case 'working':
      return (
        <p className="login__note" role="status" aria-busy="true">
          <Trans>One moment…</Trans>
        </p>
      );
    case 'verified':
      return (
        <Outcome>
          <Trans>Thank you. Your email address is verified.</Trans>
        </Outcome>
      );
    case 'already':
      return (
        <Outcome>
          <Trans>Your email already verified.</Trans>
        </Outcome>
      );
    case 'failed':
      return (
        <>
          <Outcome bad>
            <Trans>Verification your email address failed.</Trans>
          </Outcome>
          <p className="login__note">
            <Trans>The link may be incomplete or older than 24 hours. You can have a new one sent.</Trans>
          </p>
        </>
      );
    default:
      return <Outcome bad>{failureText(state.error)}</Outcome>;
  }
}

function WayOn({ state, again }: { state: State; again: () => void }) {
  const user = useUser();
  if (state.kind === 'working') return null;
  if (state.kind === 'unclear') {
    return (
      <Button size="lg" block onClick={again}>
        <Trans>Try again</Trans>
      </Button>
    );
  }
  if (state.kind === 'failed') {
    return (
      <AppLink className={buttonClass('primary', 'lg', true)} href={user ? '/verify-notice' : '/login'}>
        {user ? <Trans>Get a new link</Trans> : <Trans>Log in to get a new link</Trans>}
      </AppLink>
    );
  }
  return (
    <OnwardLink href={returnHref()}>
      <Trans>Continue</Trans>
    </OnwardLink>
  );
}

/** Where the link of this tab stands. It is followed once, however often the screen is drawn. */
function useFollowedLink() {
  const [link] = useState(() => mailedLink('/verify-email'));
  const [state, setState] = useState<State>({ kind: link ? 'working' : 'failed' });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (!link) return;
    let gone = false;
    void followOnce(link, turn).then((next) => {
      if (!gone) setState(next);
    });
    return () => {
      gone = true;
    };
  }, [link, turn]);
  const again = () => {
    setState({ kind: 'working' });
    setTurn(turn + 1);
  };
  return { state, again };
}

const followed = new WeakMap<MailedLink, { turn: number; state: Promise<State> }>();

function followOnce(link: MailedLink, turn: number): Promise<State> {
  const known = followed.get(link);
  if (known?.turn === turn) return known.state;
  const state = follow(link);
  followed.set(link, { turn, state });
  return state;
}

async function follow(link: MailedLink): Promise<State> {
  try {
    await verifyEmail(link);
  } catch (error) {
    if (hasCode(error, 'email_already_verified')) return { kind: 'already' };
    if (statusOf(error) === 0 || statusOf(error) >= 500 || statusOf(error) === 429) return { kind: 'unclear', error };
    forgetMailedLink();
    return { kind: 'failed' };
  }
  if (isSignedIn()) await restoreSession();
  return { kind: 'verified' };
}
