import { valibotResolver } from '@hookform/resolvers/valibot';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { requestPasswordReset } from '#/api/account';
import { prove, useChallenge } from '#/lib/captcha';
import { EmailField } from '#/ui/account/email-field';
import { Button } from '#/ui/button';
import { CaptchaNote } from '#/ui/captcha-note';
import { BLOCKED, FormError } from './form-error';
import { useFormFailure } from './form-failure';
import { Outcome } from './outcome';
import { type ResetRequestForm, resetRequestSchema } from './schemas';
import { useAwayOnceLoggedIn } from './use-sign-in';

/** Asks where to send a link to a new password, below what leads there. What it says afterwards is the same whoever has that address. */
export function ResetRequest({ email = '', children }: { email?: string; children: ReactNode }) {
  useAwayOnceLoggedIn();
  const [sentTo, setSentTo] = useState('');
  if (sentTo) return <Sent to={sentTo} onAgain={() => setSentTo('')} />;
  return (
    <>
      {children}
      <Ask email={email} onSent={setSentTo} />
    </>
  );
}

function Ask({ email, onSent }: { email: string; onSent: (to: string) => void }) {
  const { i18n } = useLingui();
  const form = useForm<ResetRequestForm>({
    resolver: valibotResolver(resetRequestSchema(i18n)),
    defaultValues: { email },
  });
  const challenge = useChallenge('password_reset');
  const showFailure = useFormFailure();
  const submit = form.handleSubmit(async (values) => {
    try {
      await requestPasswordReset({ ...values, ...(await prove(challenge)) });
      onSent(values.email);
    } catch (error) {
      showFailure(form, error);
    }
  });
  const { errors, isSubmitting } = form.formState;
  return (
    <form className="stack" noValidate method="post" onSubmit={submit}>
      <FormError problem={errors.root} />
      <EmailField field={form.register('email')} error={errors.email?.message} />
      {challenge && <CaptchaNote captcha={challenge} told={errors.root?.type === BLOCKED} />}
      <Button type="submit" size="lg" block busy={isSubmitting}>
        <Trans>Send me a link</Trans>
      </Button>
    </form>
  );
}

function Sent({ to, onAgain }: { to: string; onAgain: () => void }) {
  return (
    <>
      <Outcome>
        <Trans>
          If <b>{to}</b> has an account here, an email with a link is on its way.
        </Trans>
      </Outcome>
      <p className="login__note">
        <Trans>The link works once, for 60 minutes. Nothing there? Look among spam, or try another address.</Trans>
      </p>
      <Button look="line" size="lg" block onClick={onAgain}>
        <Trans>Try another address</Trans>
      </Button>
    </>
  );
}
