import { useLingui } from '@lingui/react/macro';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { TextField } from '#/ui/field';

/** The address of an account, by which its user logs in. */
export function EmailField(props: { field: UseFormRegisterReturn; error: string | undefined; autoFocus?: boolean }) {
  const { field, error, autoFocus } = props;
  const { t } = useLingui();
  return (
    <TextField
      label={t`Email`}
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      autoFocus={autoFocus}
      error={error}
      {...field}
    />
  );
}
