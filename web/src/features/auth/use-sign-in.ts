import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { hasCode, ticketOf } from '#/api/failure';
import type { Profile } from '#/api/types';
import { inLine } from '#/lib/line';
import { returnHref } from '#/lib/return-to';
import { becomeUser, recoverSession, useUser } from '#/lib/session';
import { IN_LINE } from './form-error';
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
  const stand = useLine(form);
  useAwayOnceLoggedIn(onDone);
  return form.handleSubmit(async (values: Form) => {
    try {
      becomeUser(client, await stand(() => send(values)));
    } catch (error) {
      const ticket = ticketOf(error);
      if (ticket && onTicket) return onTicket(ticket);
      if (hasCode(error, 'already_logged_in')) await recoverSession();
      showFailure(form, error);
    }
  });
}

/** Has a form wait in line while too many log in, says so at the form, and gives up when the form is left. */
function useLine<Form extends FieldValues>(form: UseFormReturn<Form>) {
  const { t } = useLingui();
  const left = useRef(new AbortController());
  useEffect(() => {
    const here = new AbortController();
    left.current = here;
    return () => here.abort();
  }, []);
  return <T>(call: () => Promise<T>) =>
    inLine(
      call,
      (ms) => {
        const seconds = Math.ceil(ms / 1000);
        form.setError('root', {
          type: IN_LINE,
          message: t`Many people are logging in right now. Please stay on this page: you will be logged in within about ${seconds} s.`,
        });
      },
      left.current.signal,
    );
}
