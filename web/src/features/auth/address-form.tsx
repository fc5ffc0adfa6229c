import { valibotResolver } from '@hookform/resolvers/valibot';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { type Proof, prove, useChallenge } from '#/lib/captcha';
import { EmailField } from '#/ui/account/email-field';
import { Button } from '#/ui/button';
import { CaptchaNote } from '#/ui/captcha-note';
import { BLOCKED, FormError } from './form-error';
import { useFormFailure } from './form-failure';
import { type ResetRequestForm, resetRequestSchema } from './schemas';

interface AddressFormProps {
  /** The address that was typed before; may be empty. */
  email: string;
  /** What a captcha is asked for. */
  captcha: 'login' | 'password_reset';
  send: (values: ResetRequestForm & Proof) => Promise<unknown>;
  onSent: (to: string) => void;
  autoFocus?: boolean;
  /** What the button says. */
  action: ReactNode;
  /** What stands above the field. */
  children?: ReactNode;
}

/** Asks for the address that a letter is sent to. */
export function AddressForm({ email, captcha, send, onSent, autoFocus = false, action, children }: AddressFormProps) {
  const { i18n } = useLingui();
  const form = useForm<ResetRequestForm>({
    resolver: valibotResolver(resetRequestSchema(i18n)),
    defaultValues: { email },
  });
  const challenge = useChallenge(captcha);
  const showFailure = useFormFailure();
  const submit = form.handleSubmit(async (values) => {
    try {
      await send({ ...values, ...(await prove(challenge)) });
      onSent(values.email);
    } catch (error) {
      showFailure(form, error);
    }
  });
  const { errors, isSubmitting } = form.formState;
  return (
    <form className="stack" noValidate method="post" onSubmit={submit}>
      {children}
      <FormError problem={errors.root} />
      <EmailField field={form.register('email')} error={errors.email?.message} autoFocus={autoFocus} />
      {challenge && <CaptchaNote captcha={challenge} told={errors.root?.type === BLOCKED} />}
      <Button type="submit" size="lg" block busy={isSubmitting}>
        {action}
      </Button>
    </form>
  );
}
