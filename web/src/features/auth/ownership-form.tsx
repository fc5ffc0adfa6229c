import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '#/ui/button';
import { PasswordField } from '#/ui/field';

interface OwnershipFormProps {
  email: string;
  action: ReactNode;
  busy: boolean;
  /** Why the password was not taken. */
  error: string | undefined;
  onPassword: (password: string) => void;
}

/** The one field by which a person shows that the account of a mailed link is theirs. */
export function OwnershipForm({ email, action, busy, error, onPassword }: OwnershipFormProps) {
  const { t } = useLingui();
  const { register, handleSubmit, formState } = useForm({ defaultValues: { password: '' } });
  const submit = handleSubmit(({ password }) => onPassword(password));
  return (
    <form className="stack" noValidate method="post" onSubmit={submit}>
      {/* Tells password managers whose password it is. */}
      <input type="email" autoComplete="username" defaultValue={email} hidden readOnly />
      <PasswordField
        label={t`Password of your account`}
        autoComplete="current-password"
        autoFocus
        error={formState.errors.password?.message ?? error}
        {...register('password', { required: t`Field is required` })}
      />
      <Button type="submit" size="lg" block busy={busy}>
        {action}
      </Button>
    </form>
  );
}
