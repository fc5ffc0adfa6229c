import { createFileRoute } from '@tanstack/react-router';
import { ConfirmEmailScreen } from '#/features/auth/confirm-email-screen';
import { loadTexts } from '#/lib/i18n';

export const Route = createFileRoute('/confirm-email')({
  staticData: { kind: 'account', skeleton: 'notice', withoutTicker: true },
  loader: () => loadTexts('account'),
  component: ConfirmEmailScreen,
});
