import { Trans, useLingui } from '@lingui/react/macro';
import { useTitle } from '#/lib/channel';
import { AppLink } from '#/ui/link';
import { AuthFrame } from './auth-frame';
import { RegistrationForm, useRegistrationForm } from './registration-form';

export function RegistrationScreen() {
  const { t } = useLingui();
  useTitle(t`Create an account`);
  const form = useRegistrationForm();
  return (
    <AuthFrame
      title={t`Create an account`}
      error={form.formState.errors.root}
      slogan={<Trans>One account. Every game.</Trans>}
      pitch={<Trans>It’s free and takes a minute. You’ll return to the game you were watching.</Trans>}
    >
      <RegistrationForm form={form}>
        <p>
          <Trans>
            Already registered?{' '}
            <AppLink className="link" href="/login">
              Log in
            </AppLink>
          </Trans>
        </p>
      </RegistrationForm>
    </AuthFrame>
  );
}
