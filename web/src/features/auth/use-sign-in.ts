import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { hasCode, ticketOf } from '#/api/failure';
import type { Profile } from '#/api/types';
import { returnHref } from '#/lib/return-to';
import { becomeUser, recoverSession, useUser } from '#/lib/session';
import { useFormFailure } from './form-failure';

/** Whoever is logged in, by this page or in another tab, goes back to where they were, unless `onDone` says otherwise. */
export function useAwayOnceLoggedIn(onDone?: () => void): void {
  const router = useRouter();
  const user = useUser();
  useEffect(() => {
    if (!user) return;
    if (onDone) onDone();
    else void router.navigate({ href: returnHref(), replace: true });
  }, [user, router, onDone]);
}

/** Sends a form after which its sender is logged in and goes back to where they were; `onTicket` hears that a second step is asked for. */
export function useSignIn<Form extends FieldValues>(
  form: UseFormReturn<Form>,
  send: (values: Form) => Promise<Profile>,
  onDone?: () => void,
  onTicket?: (ticket: string) => void,
) {
  const client = useQueryClient();
  const showFailure = useFormFailure();
  useAwayOnceLoggedIn(onDone);
  return form.handleSubmit(async (values: Form) => {
    try {
      becomeUser(client, await send(values));
    } catch (error) {
      const ticket = ticketOf(error);
      if (ticket && onTicket) return onTicket(ticket);
      if (hasCode(error, 'already_logged_in')) await recoverSession();
      showFailure(form, error);
    }
  });
}
