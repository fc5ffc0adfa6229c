import { valibotResolver } from '@hookform/resolvers/valibot';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { type DefaultValues, type UseFormReturn, useForm } from 'react-hook-form';
import { register as registerAccount } from '#/api/account';
import { prove, useChallenge } from '#/lib/captcha';
import { EmailField } from '#/ui/account/email-field';
import { NameFields } from '#/ui/account/name-fields';
import { NewPasswordFields } from '#/ui/account/new-password-fields';
import { PhoneField } from '#/ui/account/phone-field';
import { Button } from '#/ui/button';
import { CaptchaNote } from '#/ui/captcha-note';
import { StaticBlock } from '#/ui/static-block';
import { Consents } from './consents';
import { BLOCKED } from './form-error';
import { OtherWays } from './other-ways';
import { type RegistrationForm as Registration, registrationSchema } from './schemas';
import { useSignIn } from './use-sign-in';
import { useToldOfTheLetter } from './use-told-of-the-letter';

const empty: DefaultValues<Registration> = {
  first_name: '',
  last_name: '',
  email: '',
  phone: '',
  password: '',
  password_confirmation: '',
  mailing_consent: false,
};

/** What is entered to register, wherever it is asked. */
export function useRegistrationForm(): UseFormReturn<Registration> {
  const { i18n } = useLingui();
  return useForm<Registration>({
    resolver: valibotResolver(registrationSchema(i18n)),
    criteriaMode: 'all', // compares the two passwords also while other fields are wrong
    defaultValues: empty,
  });
}

interface RegistrationFormProps {
  form: UseFormReturn<Registration>;
  /** Instead of going back to where the person was. */
  onDone?: () => void;
  /** The way to log in, for those who have an account. */
  children: ReactNode;
}

/** The fields of a new account, and the other ways to one. */
export function RegistrationForm({ form, onDone, children }: RegistrationFormProps) {
  const { t } = useLingui();
  const challenge = useChallenge('register');
  const tell = useToldOfTheLetter();
  const submit = useSignIn(
    form,
    async (registration) => {
      const user = await registerAccount({ ...registration, ...(await prove(challenge)) });
      tell(user);
      return user;
    },
    onDone,
  );
  const { errors, isSubmitting } = form.formState;
  return (
    <>
      <StaticBlock name="registration_note" className="login__note" />
      <form className="stack" noValidate method="post" onSubmit={submit}>
        <div className="login__pair">
          <NameFields first={form.register('first_name')} last={form.register('last_name')} errors={errors} />
        </div>
        <EmailField field={form.register('email')} error={errors.email?.message} />
        <PhoneField field={form.register('phone')} error={errors.phone?.message} />
        <NewPasswordFields
          label={t`Password`}
          again={t`Repeat the password`}
          password={form.register('password')}
          confirmation={form.register('password_confirmation')}
          errors={errors}
        />
        <Consents
          terms={form.register('terms')}
          mailing={form.register('mailing_consent')}
          error={errors.terms?.message}
        />
        {challenge && <CaptchaNote captcha={challenge} told={errors.root?.type === BLOCKED} />}
        <Button type="submit" size="lg" block busy={isSubmitting}>
          <Trans>Create an account</Trans>
        </Button>
      </form>
      <OtherWays />
      {children}
    </>
  );
}
