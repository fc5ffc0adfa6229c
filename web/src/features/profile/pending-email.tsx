import { Trans, useLingui } from '@lingui/react/macro';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { saveProfile } from '#/api/account';
import type { Profile } from '#/api/types';
import { updateUser } from '#/lib/session';
import { Button } from '#/ui/button';
import { useFailureText } from '#/ui/failure-text';
import { showToast } from '#/ui/toast';

/** The address that becomes the user's once the link that was sent to it is opened. */
export function PendingEmail({ user, email }: { user: Profile; email: string }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const [busy, setBusy] = useState(false);
  const keep = async () => {
    setBusy(true);
    try {
      updateUser(await saveProfile({ email: user.email }));
      void showToast(t`Your email is still ${user.email}.`, { type: 'success' });
    } catch (error) {
      void showToast(failureText(error), { type: 'error' });
      setBusy(false);
    }
  };
  return (
    <div className="acct__note" role="status">
      <MailCheck className="i i-24" aria-hidden="true" />
      <div>
        <p>
          <b>
            <Trans>Almost there: open the email to {email}</Trans>
          </b>
        </p>
        <p className="muted">
          <Trans>Until you open the link, log in with {user.email}.</Trans>
        </p>
      </div>
      <Button look="quiet" size="sm" busy={busy} onClick={() => void keep()}>
        <Trans>Keep the old one</Trans>
      </Button>
    </div>
  );
}
