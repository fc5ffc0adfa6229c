import { Trans, useLingui } from '@lingui/react/macro';
import { useTitle } from '#/lib/channel';
import { AppLink } from '#/ui/link';
import { AuthFrame } from './auth-frame';
import { ResetRequest } from './reset-request';

export function PasswordResetRequestScreen() {
  const { t } = useLingui();
  useTitle(t`Forgot your password?`);
  return (
    <AuthFrame
      title={t`Forgot your password?`}
      slogan={<Trans>Back in play.</Trans>}
      pitch={<Trans>It happens to everyone. You’ll be watching again in a minute.</Trans>}
    >
      <ResetRequest>
        <p className="login__note">
          <Trans>Enter the email of your account. We’ll send a link to choose a new password.</Trans>
        </p>
      </ResetRequest>
      <p>
        <Trans>
          Remember it?{' '}
          <AppLink className="link" href="/login">
            Log in
          </AppLink>
        </Trans>
      </p>
    </AuthFrame>
  );
}
