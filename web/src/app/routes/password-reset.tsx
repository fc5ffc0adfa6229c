import { createFileRoute } from '@tanstack/react-router';
import { PasswordResetScreen } from '#/features/auth/password-reset-screen';
import { loadTexts } from '#/lib/i18n';

export const Route = createFileRoute('/password-reset')({
  staticData: { kind: 'account', skeleton: 'split', withoutTicker: true },
  loader: () => loadTexts('account'),
  component: PasswordResetScreen,
});
