import { createFileRoute } from '@tanstack/react-router';
import { ConfirmDeletionScreen } from '#/features/auth/confirm-deletion-screen';
import { loadTexts } from '#/lib/i18n';

export const Route = createFileRoute('/confirm-account-deletion')({
  staticData: { kind: 'account', skeleton: 'notice', withoutTicker: true },
  loader: () => loadTexts('account'),
  component: ConfirmDeletionScreen,
});
