import { useLingui } from '@lingui/react/macro';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { TextField } from '#/ui/field';

/** A phone number, which nobody has to say. */
export function PhoneField({ field, error }: { field: UseFormRegisterReturn; error: string | undefined }) {
  const { t } = useLingui();
  return (
    <TextField
      label={t`Phone (optional)`}
      type="tel"
      autoComplete="tel"
      hint={t`You can log in with it, too`}
      error={error}
      {...field}
    />
  );
}
