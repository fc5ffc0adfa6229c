import { Trans, useLingui } from '@lingui/react/macro';
import { LogOut } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useLogOut } from '#/lib/log-out';
import { useUser } from '#/lib/session';
import { AppLink } from '#/ui/link';
import { RefusedEmailNote } from './refused-email-note';
import { useSections } from './sections';
import { UnverifiedNote } from './unverified-note';
import './profile.css';

interface ProfileFrameProps {
  /** What this part of the account is; the page's heading. */
  title: string;
  /** The address of the part that this page belongs to, where the list does not name the page itself. */
  within?: string;
  children: ReactNode;
}

/** A page of the account beside the list of its parts. */
export function ProfileFrame({ title, within, children }: ProfileFrameProps) {
  const { t } = useLingui();
  const user = useUser();
  const logOut = useLogOut();
  const sections = useSections();
  const nav = useRef<HTMLElement>(null);
  useLayoutEffect(() => showPresent(nav.current), []);
  return (
    <div className="wrap page">
      <div className="acct__h">
        <h1>{title}</h1>
        {user && <p className="muted">{user.email}</p>}
      </div>
      <RefusedEmailNote />
      <UnverifiedNote />
      <div className="acct">
        <nav ref={nav} className="acct__nav" aria-label={t`Your account`}>
          {sections.map(({ href, label, icon: Icon }) => (
            <AppLink key={href} href={href} {...(href === within && { 'aria-current': 'true' })}>
              <Icon className="i" aria-hidden="true" />
              {label}
            </AppLink>
          ))}
          <button type="button" onClick={() => void logOut()}>
            <LogOut className="i" aria-hidden="true" />
            <Trans>Log out</Trans>
          </button>
        </nav>
        <div className="stack-l">{children}</div>
      </div>
    </div>
  );
}

/** On a phone the parts are a row that is wider than the screen: the present one comes into sight. */
function showPresent(nav: HTMLElement | null): void {
  const present = nav?.querySelector<HTMLElement>('[aria-current]');
  if (nav && present)
    nav.scrollLeft = present.offsetLeft - nav.offsetLeft - (nav.clientWidth - present.offsetWidth) / 2;
}
