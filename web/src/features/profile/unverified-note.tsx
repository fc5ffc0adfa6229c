import { Trans } from '@lingui/react/macro';
import { MailWarning } from 'lucide-react';
import { useUser } from '#/lib/session';
import { AppLink } from '#/ui/link';

/** Reminds somebody whose address is not confirmed yet, where they look after their account and nowhere else. */
export function UnverifiedNote() {
  const user = useUser();
  if (!user || user.email_verified) return null;
  return (
    <p className="acct__note">
      <MailWarning className="i" aria-hidden="true" />
      <span>
        <Trans>
          Your email address is not confirmed yet.{' '}
          <AppLink className="link" href="/verify-notice">
            Confirm it
          </AppLink>
        </Trans>
      </span>
    </p>
  );
}
