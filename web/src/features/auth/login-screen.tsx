import { Trans, useLingui } from '@lingui/react/macro';
import { useTitle } from '#/lib/channel';
import { AuthFrame } from './auth-frame';
import { LoginForm, useLoginForm } from './login-form';

export function LoginScreen() {
  const { t } = useLingui();
  useTitle(t`Log in`);
  const form = useLoginForm();
  return (
    <AuthFrame
      title={t`Log in`}
      error={form.formState.errors.root}
      slogan={<Trans>Your seat is still free.</Trans>}
      pitch={<Trans>Log in to watch your games and follow your teams.</Trans>}
    >
      <LoginForm form={form} />
    </AuthFrame>
  );
}
