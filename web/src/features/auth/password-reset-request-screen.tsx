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
      pitch={<Trans>It happens to everyone. A minute from now you are watching again.</Trans>}
    >
      <ResetRequest>
        <p className="login__note">
          <Trans>Tell us the address of your account. We send a link to a new password.</Trans>
        </p>
      </ResetRequest>
      <p>
        <Trans>
          You remember it?{' '}
          <AppLink className="link" href="/login">
            Log in
          </AppLink>
        </Trans>
      </p>
    </AuthFrame>
  );
}
