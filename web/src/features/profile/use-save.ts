import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { saveProfile } from '#/api/account';
import type { Profile, ProfileChange } from '#/api/types';
import { updateUser } from '#/lib/session';
import { useFailureText } from '#/ui/failure-text';
import { showFieldErrors } from '#/ui/form-errors';

/**
 * Saves a part of the profile. What the server finds wrong stands at its field, any other trouble at the form; then
 * `onRefused` is called.
 */
export function useSave<Form extends FieldValues>(
  form: UseFormReturn<Form>,
  change: (values: Form) => ProfileChange,
  onSaved: (user: Profile) => void,
  onRefused?: (error: unknown) => void,
) {
  const failureText = useFailureText();
  return form.handleSubmit(async (values) => {
    try {
      const user = await saveProfile(change(values));
      updateUser(user);
      onSaved(user);
    } catch (error) {
      if (!showFieldErrors(form, error)) form.setError('root', { message: failureText(error) });
      onRefused?.(error);
    }
  });
}
