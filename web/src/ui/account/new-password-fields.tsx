import { useLingui } from '@lingui/react/macro';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { PasswordField } from '#/ui/field';
import type { Problems } from './problems';

interface NewPasswordFieldsProps {
  /** Labels of the two fields. */
  label: string;
  again: string;
  password: UseFormRegisterReturn;
  confirmation: UseFormRegisterReturn;
  errors: Problems<'password' | 'password_confirmation'>;
}

/** A new password and the same again. */
export function NewPasswordFields({ label, again, password, confirmation, errors }: NewPasswordFieldsProps) {
  const { t } = useLingui();
  return (
    <>
      <PasswordField
        label={label}
        autoComplete="new-password"
        hint={t`At least 8 characters`}
        error={errors.password?.message}
        {...password}
      />
      <PasswordField
        label={again}
        autoComplete="new-password"
        error={errors.password_confirmation?.message}
        {...confirmation}
      />
    </>
  );
}
