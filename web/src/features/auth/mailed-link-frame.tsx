import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useTitle } from '#/lib/channel';
import { useUser } from '#/lib/session';
import { buttonClass } from '#/ui/button';
import { AppLink } from '#/ui/link';
import { AuthFrame } from './auth-frame';
import type { LinkState } from './use-mailed-link';

interface MailedLinkFrameProps {
  state: LinkState;
  /** Titles of a link that nobody followed yet, and of one that did what it is for. */
  ready: string;
  done: string;
  error: string | undefined;
  slogan: ReactNode;
  pitch: ReactNode;
  children: ReactNode;
}

/** A page that a letter leads to, under a title that says how its link stands. */
export function MailedLinkFrame({ state, ready, done, error, slogan, pitch, children }: MailedLinkFrameProps) {
  const { t } = useLingui();
  const titles: Record<LinkState, string> = {
    ready,
    password: ready,
    login: ready,
    done,
    expired: t`This link has expired`,
    used: t`This link has already been used`,
    broken: t`This link does not work`,
  };
  useTitle(titles[state]);
  // What a link would have done is not promised where it did nothing.
  const dead = state === 'expired' || state === 'broken';
  return (
    <AuthFrame
      title={titles[state]}
      error={error === undefined ? undefined : { message: error }}
      slogan={dead ? <Trans>Your seat is still free.</Trans> : slogan}
      pitch={dead ? undefined : pitch}
    >
      {children}
    </AuthFrame>
  );
}

/** Leads users there, and others to log in. */
export function OnwardLink({ href, children }: { href: string; children: ReactNode }) {
  const user = useUser();
  return (
    <AppLink className={buttonClass('primary', 'lg', true)} href={user ? href : '/login'}>
      {user ? children : <Trans>Log in</Trans>}
    </AppLink>
  );
}
