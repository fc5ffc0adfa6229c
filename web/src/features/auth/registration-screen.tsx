import { valibotResolver } from '@hookform/resolvers/valibot';
import { Trans, useLingui } from '@lingui/react/macro';
import { type DefaultValues, useForm } from 'react-hook-form';
import { register as registerAccount } from '#/api/account';
import { prove, useChallenge } from '#/lib/captcha';
import { useTitle } from '#/lib/channel';
import { Button } from '#/ui/button';
import { CaptchaNote } from '#/ui/captcha-note';
import { PasswordField, TextField } from '#/ui/field';
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
          <TextField
            label={t`First name`}
            autoComplete="given-name"
            error={errors.first_name?.message}
            {...form.register('first_name')}
          />
          <TextField
            label={t`Last name`}
            autoComplete="family-name"
            error={errors.last_name?.message}
            {...form.register('last_name')}
          />
        </div>
        <TextField
          label={t`Email`}
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...form.register('email')}
        />
        <PasswordField
          label={t`Password`}
          autoComplete="new-password"
          hint={t`At least 8 characters`}
          error={errors.password?.message}
          {...form.register('password')}
        />
        <PasswordField
          label={t`Repeat the password`}
          autoComplete="new-password"
          error={errors.password_confirmation?.message}
          {...form.register('password_confirmation')}
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
