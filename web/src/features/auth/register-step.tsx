import { valibotResolver } from '@hookform/resolvers/valibot';
import { Trans, useLingui } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import { enterSocial } from '#/api/ways';
import { type Arrival, forgetArrival } from '#/lib/arrival';
import { useTitle } from '#/lib/channel';
import { EmailField } from '#/ui/account/email-field';
import { NameFields } from '#/ui/account/name-fields';
import { BrandMark } from '#/ui/brand-mark';
import { Button } from '#/ui/button';
import { StaticBlock } from '#/ui/static-block';
import { AuthFrame } from './auth-frame';
import { Consents } from './consents';
import { type ArrivalForm, arrivalSchema } from './schemas';
import { useSignIn } from './use-sign-in';

interface RegisterStepProps {
  arrival: Extract<Arrival, { kind: 'social' }>;
  message: string;
  /** Fields that the provider did not tell. */
  asked: string[];
}

/** The last step of whoever comes from a provider for the first time. */
export function RegisterStep({ arrival, message, asked }: RegisterStepProps) {
  const { t, i18n } = useLingui();
  useTitle(t`Create an account`);
  const form = useForm<ArrivalForm>({
    resolver: valibotResolver(arrivalSchema(i18n, asked)),
    defaultValues: { first_name: '', last_name: '', email: '', mailing_consent: false },
  });
  const submit = useSignIn(form, (values) => enterSocial(arrival.provider, { ticket: arrival.ticket, ...values }));
  const { errors, isSubmitting } = form.formState;
  const names = asked.includes('first_name') || asked.includes('last_name');
  return (
    <AuthFrame
      title={t`Create an account`}
      error={errors.root}
      slogan={<Trans>One account. Every game.</Trans>}
      pitch={<Trans>It’s free and takes a minute. You’ll return to the game you were watching.</Trans>}
    >
      <p className="ways__note" role="status">
        <BrandMark provider={arrival.provider} />
        <span>{message}</span>
      </p>
      <StaticBlock name="registration_note" className="login__note" />
      <form className="stack" noValidate method="post" onSubmit={submit}>
        {names && (
          <div className="login__pair">
            <NameFields first={form.register('first_name')} last={form.register('last_name')} errors={errors} />
          </div>
        )}
        {asked.includes('email') && <EmailField field={form.register('email')} error={errors.email?.message} />}
        <Consents
          terms={form.register('terms')}
          mailing={form.register('mailing_consent')}
          error={errors.terms?.message}
        />
        <Button type="submit" size="lg" block busy={isSubmitting}>
          <Trans>Register</Trans>
        </Button>
      </form>
      <Button look="quiet" onClick={forgetArrival}>
        <Trans>Log in another way</Trans>
      </Button>
    </AuthFrame>
  );
}
