import { valibotResolver } from '@hookform/resolvers/valibot';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { registerGuest } from '#/api/account';
import { hasCode } from '#/api/failure';
import { prove, useChallenge } from '#/lib/captcha';
import { EmailField } from '#/ui/account/email-field';
import { Button } from '#/ui/button';
import { CaptchaNote } from '#/ui/captcha-note';
import { Checkbox } from '#/ui/field';
import { AppLink } from '#/ui/link';
import { StaticBlock } from '#/ui/static-block';
import { EnterCode } from './code-login';
import { BLOCKED, FormError, TOLD } from './form-error';
import { OtherWays } from './other-ways';
import { type GuestForm as Guest, guestSchema } from './schemas';
import { SecondStep } from './second-step';
import { useSignIn } from './use-sign-in';

export function useGuestForm(): UseFormReturn<Guest> {
  const { i18n } = useLingui();
  return useForm<Guest>({
    resolver: valibotResolver(guestSchema(i18n)),
    defaultValues: { email: '', mailing_consent: false },
  });
}

interface GuestFormProps {
  form: UseFormReturn<Guest>;
  onDone: () => void;
  /** The visitor wants an account with a password. */
  onPassword: () => void;
}

/** Buying with an email address alone. Where an account may have the address, its owner enters a code that is sent there. */
export function GuestForm({ form, onDone, onPassword }: GuestFormProps) {
  /** The address that a code was sent to, and how often. */
  const [sent, setSent] = useState({ to: '', times: 0 });
  const [ticket, setTicket] = useState<string | null>(null);
  const challenge = useChallenge('register');
  const submit = useSignIn(
    form,
    async (guest) => {
      try {
        return await registerGuest({ ...guest, terms: true, ...(await prove(challenge)) });
      } catch (error) {
        if (hasCode(error, 'login_code_sent')) setSent(({ times }) => ({ to: guest.email, times: times + 1 }));
        throw error;
      }
    },
    onDone,
  );
  const { errors, isSubmitting } = form.formState;
  if (ticket) return <SecondStep ticket={ticket} onDone={onDone} onBack={() => setTicket(null)} />;
  if (sent.to) {
    const back = () => {
      form.clearErrors();
      setSent({ to: '', times: 0 });
    };
    return (
      <>
        <EnterCode onDone={onDone} onTicket={setTicket} onAgain={() => void submit()}>
          {sent.times === 1 ? (
            <Trans>
              We sent a code to <b>{sent.to}</b>. Enter it to continue to payment.
            </Trans>
          ) : (
            <Trans>
              We sent a new code to <b>{sent.to}</b>. Only the newest code works.
            </Trans>
          )}
        </EnterCode>
        {errors.root?.type !== TOLD && <FormError problem={errors.root} />}
        <Button look="quiet" onClick={back}>
          <Trans>Use another email address</Trans>
        </Button>
      </>
    );
  }
  return (
    <>
      <form className="stack" noValidate method="post" onSubmit={submit}>
        <p>
          <Trans>
            Your email is enough. We send your receipt there, and you can watch on all your devices: log in with a code
            by email.
          </Trans>
        </p>
        <StaticBlock name="registration_note" className="login__note" />
        <FormError problem={errors.root} />
        <EmailField field={form.register('email')} error={errors.email?.message} />
        <Checkbox {...form.register('mailing_consent')}>
          <Trans>Send me news and updates (optional)</Trans>
        </Checkbox>
        {challenge && <CaptchaNote captcha={challenge} told={errors.root?.type === BLOCKED} />}
        <p className="login__note">
          <Trans>
            By continuing you accept the{' '}
            <AppLink className="link" href="/terms_conditions" target="_blank">
              terms and conditions
            </AppLink>{' '}
            and the{' '}
            <AppLink className="link" href="/privacy_policy" target="_blank">
              privacy policy
            </AppLink>
            .
          </Trans>
        </p>
        <Button type="submit" size="lg" block busy={isSubmitting}>
          <Trans>Continue to payment</Trans>
        </Button>
      </form>
      <OtherWays />
      <Button look="quiet" onClick={onPassword}>
        <Trans>Create an account with a password</Trans>
      </Button>
    </>
  );
}
