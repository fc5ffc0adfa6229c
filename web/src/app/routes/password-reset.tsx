import { createFileRoute } from '@tanstack/react-router';
import { PasswordResetScreen } from '#/features/auth/password-reset-screen';

export const Route = createFileRoute('/password-reset')({
  staticData: { kind: 'account', withoutTicker: true },
  component: PasswordResetScreen,
});
