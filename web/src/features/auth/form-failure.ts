import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { failureOf } from '#/api/failure';
import { CaptchaBlocked } from '#/lib/captcha';
import { useFailureText } from '#/ui/failure-text';
import { BLOCKED } from './form-error';

/** Shows why a form was not taken: what the server names for a field stands at that field, anything else at the form. */
export function useFormFailure(): <Form extends FieldValues>(form: UseFormReturn<Form>, error: unknown) => void {
  const failureText = useFailureText();
  return (form, error) => {
    if (error instanceof CaptchaBlocked) form.setError('root', { type: BLOCKED });
    else if (!showFieldErrors(form, error)) form.setError('root', { message: failureText(error) });
  };
}

function showFieldErrors<Form extends FieldValues>(form: UseFormReturn<Form>, error: unknown): boolean {
  const failure = failureOf(error);
  if (failure?.kind !== 'problem') return false;
  const known = failure.fields.filter(({ field }) => field in form.getValues());
  for (const [index, { field, message }] of known.entries()) {
    form.setError(field as Path<Form>, { message: message || failure.detail }, { shouldFocus: index === 0 });
  }
  return known.length > 0;
}
