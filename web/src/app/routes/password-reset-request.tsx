import { createFileRoute } from '@tanstack/react-router';
import { PasswordResetRequestScreen } from '#/features/auth/password-reset-request-screen';

export const Route = createFileRoute('/password-reset-request')({
  staticData: { kind: 'account', withoutTicker: true },
  component: PasswordResetRequestScreen,
});
