import { createFileRoute } from '@tanstack/react-router';
import { PasswordResetRequestScreen } from '#/features/auth/password-reset-request-screen';
import { loadTexts } from '#/lib/i18n';

export const Route = createFileRoute('/password-reset-request')({
  staticData: { kind: 'account', skeleton: 'split', withoutTicker: true },
  loader: () => loadTexts('account'),
  component: PasswordResetRequestScreen,
});
