import { Trans } from '@lingui/react/macro';
import { MailWarning } from 'lucide-react';
import { useUser } from '#/lib/session';
import { AppLink } from '#/ui/link';

/** Tells a user that our letters do not arrive: their mail server refused the address for good. */
export function RefusedEmailNote() {
  const user = useUser();
  if (!user?.email_refused) return null;
  const { email } = user;
  return (
    <p className="acct__note">
      <MailWarning className="i" aria-hidden="true" />
      <span>
        <Trans>
          Our emails do not reach you: {email} does not accept them.{' '}
          <AppLink className="link" href="/profile/edit">
            Change your email address
          </AppLink>
        </Trans>
      </span>
    </p>
  );
}
