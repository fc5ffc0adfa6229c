import { Trans } from '@lingui/react/macro';
import { useUser } from '#/lib/session';
import { AppLink } from '#/ui/link';

/** Says to a buyer without a password how the account opens on other devices. */
export function OtherDevices() {
  const user = useUser();
  if (!user || user.has_password) return null;
  const { email } = user;
  return (
    <p className="muted">
      <Trans>
        On other devices, log in with {email} and a code by email. You can also{' '}
        <AppLink className="link" href="/profile/edit">
          set a password
        </AppLink>
        .
      </Trans>
    </p>
  );
}
