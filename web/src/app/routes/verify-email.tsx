import { createFileRoute } from '@tanstack/react-router';
import { VerifyEmailScreen } from '#/features/auth/verify-email-screen';
import { loadTexts } from '#/lib/i18n';

export const Route = createFileRoute('/verify-email')({
  staticData: { kind: 'account', skeleton: 'notice', withoutTicker: true },
  loader: () => loadTexts('account'),
  component: VerifyEmailScreen,
});
