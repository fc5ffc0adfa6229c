import { valibotResolver } from '@hookform/resolvers/valibot';
import { Trans, useLingui } from '@lingui/react/macro';
import { type DefaultValues, useForm } from 'react-hook-form';
import { register as registerAccount } from '#/api/account';
import { prove, useChallenge } from '#/lib/captcha';
import { useTitle } from '#/lib/channel';
import { EmailField } from '#/ui/account/email-field';
import { NameFields } from '#/ui/account/name-fields';
import { NewPasswordFields } from '#/ui/account/new-password-fields';
import { PhoneField } from '#/ui/account/phone-field';
import { Button } from '#/ui/button';
import { CaptchaNote } from '#/ui/captcha-note';
import { AppLink } from '#/ui/link';
import { AuthFrame } from './auth-frame';
import { Consents } from './consents';
import { BLOCKED } from './form-error';
import { OtherWays } from './other-ways';
import { type RegistrationForm, registrationSchema } from './schemas';
import { useSignIn } from './use-sign-in';
import { useToldOfTheLetter } from './use-told-of-the-letter';

const empty: DefaultValues<RegistrationForm> = {
  first_name: '',
  last_name: '',
  email: '',
  phone: '',
  password: '',
  password_confirmation: '',
  mailing_consent: false,
};

export function RegistrationScreen() {
  const { t, i18n } = useLingui();
  useTitle(t`Create an account`);
  const form = useForm<RegistrationForm>({
    resolver: valibotResolver(registrationSchema(i18n)),
    criteriaMode: 'all', // compares the two passwords also while other fields are wrong
    defaultValues: empty,
  });
  const challenge = useChallenge('register');
  const tell = useToldOfTheLetter();
  const submit = useSignIn(form, async (registration) => {
    const user = await registerAccount({ ...registration, ...(await prove(challenge)) });
    tell(user);
    return user;
  });
  const { errors, isSubmitting } = form.formState;
  return (
    <AuthFrame
      title={t`Create an account`}
      error={errors.root}
      slogan={<Trans>One account. Every game.</Trans>}
      pitch={<Trans>It is free and takes a minute. You come back to the game you were at.</Trans>}
    >
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
      <p>
        <Trans>
          Already registered?{' '}
          <AppLink className="link" href="/login">
            Log in
          </AppLink>
        </Trans>
      </p>
    </AuthFrame>
  );
}
