import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import { failureOf, hasCode, ticketOf } from '#/api/failure';
import type { Profile } from '#/api/types';
import { enterRemote, enterSocial } from '#/api/ways';
import { type Arrival, forgetArrival } from '#/lib/arrival';
import { useTitle } from '#/lib/channel';
import { isOwnPath } from '#/lib/own-path';
import { returnHref } from '#/lib/return-to';
import { becomeUser, recoverSession } from '#/lib/session';
import { useFailureText } from '#/ui/failure-text';
import { AuthFrame } from './auth-frame';
import { ConnectStep } from './connect-step';
import { LoginForm, useLoginForm } from './login-form';
import { RegisterStep } from './register-step';
import { SecondStep } from './second-step';

type Step =
  | { at: 'entering' }
  | { at: 'register'; message: string; asked: string[] }
  | { at: 'connect'; message: string }
  | { at: 'second'; ticket: string }
  | { at: 'failed'; message: string };

/** Somebody comes back from a provider or the membership system: they are let in, or told what is missing. */
export function ArrivalScreen({ arrival }: { arrival: Arrival }) {
  const [step, setStep] = useArrivalStep(arrival);
  const connect = useEnter(arrival);
  const fail = useCallback((message: string) => setStep({ at: 'failed', message }), [setStep]);
  switch (step.at) {
    case 'entering':
      return <Entering />;
    case 'register':
      return arrival.kind === 'social' && <RegisterStep arrival={arrival} message={step.message} asked={step.asked} />;
    case 'connect':
      return <ConnectStep message={step.message} connect={() => connect(true)} onFailure={fail} />;
    case 'second':
      return <SecondArrival ticket={step.ticket} />;
    case 'failed':
      return <FailedArrival message={step.message} />;
  }
}

function useArrivalStep(arrival: Arrival) {
  const refusal = useRefusalText();
  const failureText = useFailureText();
  const router = useRouter();
  const enter = useEnter(arrival);
  const [step, setStep] = useState<Step>(() =>
    arrival.kind === 'failed' ? { at: 'failed', message: refusal(arrival.reason) } : { at: 'entering' },
  );
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current || arrival.kind === 'failed') return;
    begun.current = true; // what one comes back with is good once
    enter(false).catch(async (error: unknown) => {
      const failure = failureOf(error);
      const fields = failure?.kind === 'problem' ? failure.fields.map(({ field }) => field) : [];
      const message = failureText(error);
      const ticket = ticketOf(error);
      if (ticket) setStep({ at: 'second', ticket });
      else if (hasCode(error, 'registration_required')) setStep({ at: 'register', message, asked: fields });
      else if (hasCode(error, 'password_login_needed')) setStep({ at: 'connect', message });
      else if (hasCode(error, 'already_logged_in')) {
        await recoverSession();
        await router.navigate({ href: returnHref(), replace: true });
      } else setStep({ at: 'failed', message });
    });
  }, [arrival, enter, failureText, router]);
  return [step, setStep] as const;
}

/** Changes what somebody came back with into a user, and takes them on to where they were going. */
function useEnter(arrival: Arrival): (link: boolean) => Promise<void> {
  const client = useQueryClient();
  const router = useRouter();
  return useCallback(
    async (link: boolean) => {
      const { user, return_to } = await enterBy(arrival, link);
      becomeUser(client, user);
      if (return_to && !isOwnPath(return_to)) location.assign(return_to);
      else await router.navigate({ href: return_to || returnHref(), replace: true });
    },
    [arrival, client, router],
  );
}

async function enterBy(arrival: Arrival, link: boolean): Promise<{ user: Profile; return_to: string }> {
  const linked = link && ({ link: true } as const);
  if (arrival.kind === 'remote') return enterRemote({ token: arrival.token, return_to: arrival.returnTo, ...linked });
  if (arrival.kind === 'failed') throw new Error('nothing to enter by');
  return { user: await enterSocial(arrival.provider, { ticket: arrival.ticket, ...linked }), return_to: '' };
}

function useRefusalText(): (reason: string) => string {
  const { t } = useLingui();
  return (reason) => {
    switch (reason) {
      case 'cancelled':
        return t`You did not finish logging in there. You can try again, or log in another way.`;
      case 'state_expired':
        return t`That took too long or was already done. Please start again.`;
      case 'state_missing':
      case 'state_mismatch':
        return t`This login wasn’t started in this browser. Please start again and allow cookies for this site.`;
      default:
        return t`We could not confirm who you are. Please start again, or log in another way.`;
    }
  };
}

function Entering() {
  const { t } = useLingui();
  useTitle(t`Log in`);
  return (
    <AuthFrame title={t`One moment`} error={undefined} slogan={<Slogan />} pitch={<Pitch />}>
      <p role="status">
        <Trans>You are being logged in…</Trans>
      </p>
    </AuthFrame>
  );
}

function SecondArrival({ ticket }: { ticket: string }) {
  const { t } = useLingui();
  useTitle(t`Log in`);
  return (
    <AuthFrame title={t`Log in`} slogan={<Slogan />} pitch={<Pitch />}>
      <SecondStep ticket={ticket} onBack={forgetArrival} />
    </AuthFrame>
  );
}

function FailedArrival({ message }: { message: string }) {
  const { t } = useLingui();
  useTitle(t`Log in`);
  const form = useLoginForm();
  return (
    <AuthFrame
      title={t`Log in`}
      error={form.formState.errors.root ?? { message }}
      slogan={<Slogan />}
      pitch={<Pitch />}
    >
      <LoginForm form={form} />
    </AuthFrame>
  );
}

export function Slogan() {
  return <Trans>Your seat is still free.</Trans>;
}

export function Pitch() {
  return <Trans>Log in to watch your games and follow your teams.</Trans>;
}
