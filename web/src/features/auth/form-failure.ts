import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { hasCode } from '#/api/failure';
import { CaptchaBlocked } from '#/lib/captcha';
import { useFailureText } from '#/ui/failure-text';
import { showFieldErrors } from '#/ui/form-errors';
import { BLOCKED, TOLD } from './form-error';

/** Shows why a form was not taken: what the server names for a field stands at that field, anything else at the form. */
export function useFormFailure(): <Form extends FieldValues>(form: UseFormReturn<Form>, error: unknown) => void {
  const failureText = useFailureText();
  return (form, error) => {
    if (error instanceof CaptchaBlocked) form.setError('root', { type: BLOCKED });
    else if (hasCode(error, 'registration_by_letter') || hasCode(error, 'login_code_sent'))
      form.setError('root', { type: TOLD, message: failureText(error) });
    else if (!showFieldErrors(form, error)) form.setError('root', { message: failureText(error) });
  };
}
