import { useLingui } from '@lingui/react/macro';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { TextField } from '#/ui/field';
import type { Problems } from './problems';

interface NameFieldsProps {
  first: UseFormRegisterReturn;
  last: UseFormRegisterReturn;
  errors: Problems<'first_name' | 'last_name'>;
}

/** The two names of a person. */
export function NameFields({ first, last, errors }: NameFieldsProps) {
  const { t } = useLingui();
  return (
    <>
      <TextField label={t`First name`} autoComplete="given-name" error={errors.first_name?.message} {...first} />
      <TextField label={t`Last name`} autoComplete="family-name" error={errors.last_name?.message} {...last} />
    </>
  );
}
