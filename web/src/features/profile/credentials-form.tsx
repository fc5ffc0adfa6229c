import { valibotResolver } from '@hookform/resolvers/valibot';
import { Trans, useLingui } from '@lingui/react/macro';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { saveProfile } from '#/api/account';
import type { Profile, ProfileChange } from '#/api/types';
import { updateUser } from '#/lib/session';
import { EmailField } from '#/ui/account/email-field';
import { NewPasswordFields } from '#/ui/account/new-password-fields';
import { Button } from '#/ui/button';
import { useFailureText } from '#/ui/failure-text';
import { FieldError, PasswordField } from '#/ui/field';
import { showToast } from '#/ui/toast';
import { type Credentials, credentialsSchema } from './schemas';
import { useSave } from './use-save';

/** Address and password. Either takes the present password, so that a borrowed screen is not enough. */
export function CredentialsForm({ user }: { user: Profile }) {
  const { t, i18n } = useLingui();
  const unchanged = { email: user.email, password: '', password_confirmation: '', current_password: '' };
  const form = useForm<Credentials>({
    resolver: valibotResolver(credentialsSchema(i18n, user.email)),
    criteriaMode: 'all',
    defaultValues: unchanged,
  });
  const { errors, isSubmitting } = form.formState;
  const submit = useSave(form, changeOf(user), (saved) => {
    const { password } = form.getValues();
    form.reset(unchanged);
    if (password) void showToast(t`Your password is changed. Every other device is logged out.`, { type: 'success' });
    else if (saved.pending_email) void showToast(t`We sent a link to ${saved.pending_email}.`, { type: 'success' });
  });
  return (
    <form className="stack" noValidate method="post" onSubmit={submit}>
      <div role="alert">{errors.root?.message && <FieldError>{errors.root.message}</FieldError>}</div>
      {user.pending_email && <Pending user={user} email={user.pending_email} />}
      <EmailField field={form.register('email')} error={errors.email?.message} />
      <div className="acct__pair">
        <NewPasswordFields
          label={t`New password (optional)`}
          again={t`Repeat the new password`}
          password={form.register('password')}
          confirmation={form.register('password_confirmation')}
          errors={errors}
        />
      </div>
      <div className="acct__guard">
        <PasswordField
          label={t`Current password`}
          autoComplete="current-password"
          hint={t`Needed for a new email or password`}
          error={errors.current_password?.message}
          {...form.register('current_password')}
        />
        <Button type="submit" busy={isSubmitting}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  );
}

/** Only what is new is sent: the present address would take back a change that waits. */
function changeOf(user: Profile) {
  return (values: Credentials): ProfileChange => ({
    ...(values.email.trim().toLowerCase() !== user.email && { email: values.email.trim() }),
    ...(values.password && { password: values.password, password_confirmation: values.password_confirmation }),
    ...(values.current_password && { current_password: values.current_password }),
  });
}

function Pending({ user, email }: { user: Profile; email: string }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const [busy, setBusy] = useState(false);
  const keep = async () => {
    setBusy(true);
    try {
      updateUser(await saveProfile({ email: user.email }));
      void showToast(t`Your email stays ${user.email}.`, { type: 'success' });
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
          <Trans>Until you follow its link, you log in with {user.email}.</Trans>
        </p>
      </div>
      <Button look="quiet" size="sm" busy={busy} onClick={() => void keep()}>
        <Trans>Keep the old one</Trans>
      </Button>
    </div>
  );
}
