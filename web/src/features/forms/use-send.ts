import { useQueryClient } from '@tanstack/react-query';
import type { UseFormReturn } from 'react-hook-form';
import { post } from '#/api/client';
import { hasCode } from '#/api/failure';
import { customFormQuery } from '#/api/queries';
import type { CustomForm } from '#/api/types';
import { CaptchaBlocked, prove } from '#/lib/captcha';
import { useFailureText } from '#/ui/failure-text';
import { showFieldErrors } from '#/ui/form-errors';
import { type Answers, sentAnswers } from './schema';

/** The type of an error at the form that says that nobody could be asked for a token. */
export const BLOCKED = 'captcha-blocked';

/** Sends a form. What the server finds wrong stands at its field; any other trouble at the form. */
export function useSend(form: CustomForm, state: UseFormReturn<Answers>, trap: () => string, onSent: () => void) {
  const client = useQueryClient();
  const failureText = useFailureText();
  return state.handleSubmit(async (answers) => {
    try {
      const proof = await prove(form.captcha);
      const body = { values: sentAnswers(answers), opened: form.opened, website: trap(), ...proof };
      await post(`/custom-forms/${encodeURIComponent(form.alias)}`, body);
      onSent();
    } catch (error) {
      if (error instanceof CaptchaBlocked) {
        state.setError('root', { type: BLOCKED });
        return;
      }
      // The next attempt is made with the form as it is now; what was typed stays.
      if (hasCode(error, 'form_expired')) await client.invalidateQueries(customFormQuery(form.alias));
      if (!showFieldErrors(state, error)) state.setError('root', { message: failureText(error) });
    }
  });
}
