import { valibotResolver } from '@hookform/resolvers/valibot';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { saveProfile } from '#/api/account';
import type { Profile } from '#/api/types';
import { updateUser } from '#/lib/session';
import { EmailField } from '#/ui/account/email-field';
import { Button } from '#/ui/button';
import { TextField } from '#/ui/field';
import { refusesField, showFieldErrors } from '#/ui/form-errors';
import { showToast } from '#/ui/toast';
import { PendingEmail } from './pending-email';
import { Refusal } from './refusal';
import { addressSchema } from './schemas';

/** The address of a user without a password. */
export function AddressForm({ user }: { user: Profile }) {
  const { t, i18n } = useLingui();
  const [refused, setRefused] = useState<unknown>(null);
  const [asksCode, setAsksCode] = useState(false);
  const form = useForm({
    resolver: valibotResolver(addressSchema(i18n)),
    defaultValues: { email: user.email, code: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async ({ email, code }) => {
    setRefused(null);
    try {
      const saved = await saveProfile({ ...(email !== user.email && { email }), ...(code && { code }) });
      updateUser(saved);
      form.reset();
      form.setFocus('email');
      setAsksCode(false);
      if (saved.pending_email) void showToast(t`We sent a link to ${saved.pending_email}.`, { type: 'success' });
    } catch (error) {
      if (refusesField(error, ['code'])) setAsksCode(true);
      if (!showFieldErrors(form, error)) setRefused(error);
    }
  });
  return (
    <form className="stack" noValidate method="post" onSubmit={submit}>
      {user.pending_email && <PendingEmail user={user} email={user.pending_email} />}
      <Refusal error={refused} onProven={() => void submit()} />
      <EmailField field={form.register('email')} error={errors.email?.message} />
      {asksCode && (
        <TextField
          label={t`Code from the app`}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          autoFocus
          error={errors.code?.message}
          {...form.register('code')}
        />
      )}
      <div className="acts">
        <Button type="submit" busy={isSubmitting}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  );
}
