import { Trans, useLingui } from '@lingui/react/macro';
import { useTitle } from '#/lib/channel';
import { useUser } from '#/lib/session';
import { AddressForm } from './address-form';
import { CredentialsForm } from './credentials-form';
import { DeleteAccount } from './delete-account';
import { DetailsForm } from './details-form';
import { FirstPassword } from './first-password';
import { ProfileFrame } from './profile-frame';
import { TemporaryPasswordScreen } from './temporary-password-screen';

/** Everything that users may change about themselves; of one with a temporary password, that alone. */
export function EditScreen() {
  const user = useUser();
  if (!user) return null;
  return user.temporary_password ? <TemporaryPasswordScreen /> : <FullEditScreen />;
}

function FullEditScreen() {
  const { t } = useLingui();
  useTitle(t`Edit profile`);
  const user = useUser();
  if (!user) return null;
  return (
    <ProfileFrame title={t`Edit profile`}>
      <section className="panel" aria-labelledby="details">
        <h2 id="details">
          <Trans>About you</Trans>
        </h2>
        <DetailsForm user={user} />
      </section>
      <section className="panel" aria-labelledby="credentials">
        <h2 id="credentials">
          <Trans>How you log in</Trans>
        </h2>
        {/* Another address or a password that was saved begins anew. */}
        {user.has_password ? (
          <CredentialsForm key={user.email} user={user} />
        ) : (
          <div className="stack-l">
            <AddressForm key={user.email} user={user} />
            <FirstPassword user={user} />
          </div>
        )}
      </section>
      <DeleteAccount user={user} />
    </ProfileFrame>
  );
}
