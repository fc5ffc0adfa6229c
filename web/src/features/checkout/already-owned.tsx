import { Trans } from '@lingui/react/macro';
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClass } from '#/ui/button';
import { AppLink } from '#/ui/link';
import { TillPage } from './till-page';

interface AlreadyOwnedProps {
  about: string;
  type: string;
  /** Where it is watched. */
  href: string;
  /** The way to where it is kept. */
  kept: ReactNode;
  summary: ReactNode;
  /** What else there is to know of it. */
  children?: ReactNode;
}

/** Instead of the till: what is named here is the user's already. */
export function AlreadyOwned({ about, type, href, kept, summary, children }: AlreadyOwnedProps) {
  return (
    <TillPage about={about}>
      <div className="till__two">
        <div className="till__own">
          <p className="till__say till__say--own">
            <CircleCheck className="i i-24" aria-hidden="true" />
            <span>
              <Trans>You already bought this {type}.</Trans>
            </span>
          </p>
          {children}
          <div className="acts">
            <AppLink className={buttonClass('primary', 'lg')} href={href}>
              <Trans context="button">Watch</Trans>
            </AppLink>
            {kept}
          </div>
        </div>
        <aside className="panel">{summary}</aside>
      </div>
    </TillPage>
  );
}
