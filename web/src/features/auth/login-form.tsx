import { valibotResolver } from '@hookform/resolvers/valibot';
import { Trans, useLingui } from '@lingui/react/macro';
import { Mail } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { logIn } from '#/api/account';
import { isAddress } from '#/lib/account/address';
import { proveWhenAsked, useChallenge } from '#/lib/captcha';
import { Button } from '#/ui/button';
import { PasswordField, TextField } from '#/ui/field';
import { AppLink } from '#/ui/link';
import { CodeLogin } from './code-login';
import { OtherWays } from './other-ways';
import { PasskeyLogin } from './passkey-login';
import { type LoginForm as Login, loginSchema } from './schemas';
import { SecondStep } from './second-step';
import { useSignIn } from './use-sign-in';

export function useLoginForm(): UseFormReturn<Login> {
  const { i18n } = useLingui();
  return useForm<Login>({ resolver: valibotResolver(loginSchema(i18n)), defaultValues: { login: '', password: '' } });
}

interface LoginFormProps {
  form: UseFormReturn<Login>;
  /** Instead of going back to where the person was. */
  onDone?: () => void;
  /** The way to an account, for those who have none. */
  children?: ReactNode;
}

/** The fields to log in with, and the way to an account for those who have none. */
export function LoginForm({ form, onDone, children }: LoginFormProps) {
  const { t } = useLingui();
  const [ticket, setTicket] = useState<string | null>(null);
  const [byCode, setByCode] = useState(false);
  const challenge = useChallenge('login');
  const submit = useSignIn(
    form,
    (login) => proveWhenAsked(challenge, (proof) => logIn({ ...login, ...proof })),
    onDone,
    setTicket,
  );
  const { errors, isSubmitting } = form.formState;
  if (ticket) return <SecondStep ticket={ticket} onDone={onDone} onBack={() => setTicket(null)} />;
  if (byCode) {
    const typed = form.getValues('login').trim();
    return (
      <CodeLogin
        email={isAddress(typed) ? typed : ''}
        onDone={onDone}
        onTicket={setTicket}
        onBack={() => setByCode(false)}
      />
    );
  }
  return (
    <>
      <form className="stack" noValidate method="post" onSubmit={submit}>
        <TextField
          label={t`Email`}
          data-focus=""
          type="text"
          inputMode="email"
          autoComplete="username webauthn"
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
        <p className="login__forgot">
          <AppLink className="link" href="/password-reset-request">
            <Trans>Forgot your password?</Trans>
          </AppLink>
        </p>
        <Button type="submit" size="lg" block busy={isSubmitting}>
          <Trans>Log in</Trans>
        </Button>
      </form>
      <OtherWays>
        <PasskeyLogin />
        <Button look="line" block onClick={() => setByCode(true)}>
          <Mail className="i" aria-hidden="true" />
          <Trans>Log in with a code by email</Trans>
        </Button>
      </OtherWays>
      {children === undefined && (
        <p>
          <Trans>
            New here?{' '}
            <AppLink className="link" href="/registration">
              Create an account
            </AppLink>
          </Trans>
        </p>
      )}
      {children}
    </>
  );
}
