import { valibotResolver } from '@hookform/resolvers/valibot';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { saveProfile } from '#/api/account';
import { secondFactorQuery } from '#/api/second-factor';
import type { Profile } from '#/api/types';
import { updateUser } from '#/lib/session';
import { NewPasswordFields } from '#/ui/account/new-password-fields';
import { Button } from '#/ui/button';
import { TextField } from '#/ui/field';
import { showFieldErrors } from '#/ui/form-errors';
import { showToast } from '#/ui/toast';
import { Refusal } from './refusal';
import { type FirstPasswordForm, firstPasswordSchema } from './schemas';

/** The password of a user who has none: who came by another service, by a code sent by mail or as a guest. */
export function FirstPassword({ user }: { user: Profile }) {
  const { t, i18n } = useLingui();
  const { data: factor } = useQuery(secondFactorQuery());
  const [refused, setRefused] = useState<unknown>(null);
  const form = useForm<FirstPasswordForm>({
    resolver: valibotResolver(firstPasswordSchema(i18n)),
    criteriaMode: 'all',
    defaultValues: { password: '', password_confirmation: '', code: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ code, ...passwords }) => {
    setRefused(null);
    try {
      updateUser(await saveProfile({ ...passwords, ...(code && { code }) }));
      void showToast(t`Your password is set. All other devices are logged out.`, { type: 'success' });
    } catch (error) {
      if (!showFieldErrors(form, error)) setRefused(error);
    }
  });
  return (
    <form className="stack" noValidate method="post" onSubmit={submit}>
      <p>
        <Trans>
          You have no password, and you do not need one. With a password, you can log in without a code by email or
          another service.
        </Trans>
      </p>
      <Refusal error={refused} onProven={() => void submit()} />
      {/* Tells password managers whose password it is. */}
      <input className="vh" type="email" autoComplete="username" defaultValue={user.email} hidden readOnly />
      <div className="acct__pair">
        <NewPasswordFields
          label={t`New password`}
          again={t`Repeat the new password`}
          password={form.register('password')}
          confirmation={form.register('password_confirmation')}
          errors={errors}
        />
      </div>
      <div className="acct__guard">
        {factor?.enabled && (
          <TextField
            label={t`Code from the app`}
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
            error={errors.code?.message}
            {...form.register('code')}
          />
        )}
        <Button type="submit" busy={isSubmitting}>
          <Trans>Set a password</Trans>
        </Button>
      </div>
    </form>
  );
}
