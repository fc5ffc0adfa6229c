import { valibotResolver } from '@hookform/resolvers/valibot';
import { Trans, useLingui } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import type { Profile, ProfileChange } from '#/api/types';
import { EmailField } from '#/ui/account/email-field';
import { NewPasswordFields } from '#/ui/account/new-password-fields';
import { useProven } from '#/ui/account/use-proven';
import { Button } from '#/ui/button';
import { FieldError } from '#/ui/field';
import { showToast } from '#/ui/toast';
import { CurrentPassword } from './current-password';
import { PendingEmail } from './pending-email';
import { type Credentials, credentialsSchema } from './schemas';
import { useSave } from './use-save';

/** Address and password. Either takes the current password or what stands for it, so that a borrowed screen is not enough. */
export function CredentialsForm({ user }: { user: Profile }) {
  const { t, i18n } = useLingui();
  const { proven, onProven, onRefused } = useProven(['current_password']);
  const unchanged = { email: user.email, password: '', password_confirmation: '', current_password: '' };
  const form = useForm<Credentials>({
    resolver: valibotResolver(credentialsSchema(i18n, user.email, proven !== null)),
    criteriaMode: 'all',
    defaultValues: unchanged,
  });
  const { errors, isSubmitting } = form.formState;
  const submit = useSave(
    form,
    changeOf(user),
    (saved) => {
      const { password } = form.getValues();
      form.reset(unchanged);
      if (password)
        void showToast(t`Your password has changed. All other devices are logged out.`, { type: 'success' });
      else if (saved.pending_email) void showToast(t`We sent a link to ${saved.pending_email}.`, { type: 'success' });
    },
    onRefused,
  );
  return (
    <form className="stack" noValidate method="post" onSubmit={submit}>
      <div role="alert">{errors.root?.message && <FieldError>{errors.root.message}</FieldError>}</div>
      {user.pending_email && <PendingEmail user={user} email={user.pending_email} />}
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
        <CurrentPassword
          proven={proven}
          onProven={onProven}
          hint={t`Required to change your email or password`}
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
