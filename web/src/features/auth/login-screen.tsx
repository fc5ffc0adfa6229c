import { valibotResolver } from '@hookform/resolvers/valibot';
import { Trans, useLingui } from '@lingui/react/macro';
import { useForm } from 'react-hook-form';
import { logIn } from '#/api/account';
import { useTitle } from '#/lib/channel';
import { Button } from '#/ui/button';
import { PasswordField, TextField } from '#/ui/field';
import { AppLink } from '#/ui/link';
import { AuthFrame } from './auth-frame';
import { type LoginForm, loginSchema } from './schemas';
import { useSignIn } from './use-sign-in';

export function LoginScreen() {
  const { t, i18n } = useLingui();
  useTitle(t`Log in`);
  const form = useForm<LoginForm>({
    resolver: valibotResolver(loginSchema(i18n)),
    defaultValues: { login: '', password: '' },
  });
  const submit = useSignIn(form, logIn);
  const { errors, isSubmitting } = form.formState;
  return (
    <AuthFrame
      title={t`Log in`}
      error={errors.root?.message}
      slogan={<Trans>Your seat is still free.</Trans>}
      pitch={<Trans>Log in to watch what is yours and to follow your teams.</Trans>}
    >
      <form className="stack" noValidate method="post" onSubmit={submit}>
        <TextField
          label={t`Email`}
          type="text"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.login?.message}
          {...form.register('login')}
        />
        <PasswordField
          label={t`Password`}
          autoComplete="current-password"
          error={errors.password?.message}
          {...form.register('password')}
        />
        <Button type="submit" size="lg" block busy={isSubmitting}>
          <Trans>Log in</Trans>
        </Button>
      </form>
      <p>
        <Trans>
          New here?{' '}
          <AppLink className="link" href="/registration">
            Create an account
          </AppLink>
        </Trans>
      </p>
    </AuthFrame>
  );
}
