import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { failureOf, hasCode, ticketOf } from '#/api/failure';
import type { Profile } from '#/api/types';
import { returnHref } from '#/lib/return-to';
import { becomeUser, recoverSession, useUser } from '#/lib/session';
import { useFailureText } from '#/ui/failure-text';

/**
 * Sends a sign-in form. Errors that the server names for a field of the form stand at that field, any other at the
 * form. Whoever is logged in, by this form or in another tab, goes back to where they were, unless `onDone` says what
 * happens instead. `onTicket` hears that a second step is asked for.
 */
export function useSignIn<Form extends FieldValues>(
  form: UseFormReturn<Form>,
  send: (values: Form) => Promise<Profile>,
  onDone?: () => void,
  onTicket?: (ticket: string) => void,
) {
  const client = useQueryClient();
  const router = useRouter();
  const failureText = useFailureText();
  const user = useUser();
  useEffect(() => {
    if (!user) return;
    if (onDone) onDone();
    else void router.navigate({ href: returnHref(), replace: true });
  }, [user, router, onDone]);

  const submit = async (values: Form) => {
    try {
      becomeUser(client, await send(values));
    } catch (error) {
      const ticket = ticketOf(error);
      if (ticket && onTicket) return onTicket(ticket);
      if (hasCode(error, 'already_logged_in')) await recoverSession();
      if (!showFieldErrors(form, error)) form.setError('root', { message: failureText(error) });
    }
  };
  return form.handleSubmit(submit);
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
