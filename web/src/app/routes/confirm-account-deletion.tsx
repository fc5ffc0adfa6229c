import { createFileRoute } from '@tanstack/react-router';
import { ConfirmDeletionScreen } from '#/features/auth/confirm-deletion-screen';
import { linkSearch } from '#/features/auth/mailed-link';

export const Route = createFileRoute('/confirm-account-deletion')({
  staticData: { kind: 'account', withoutTicker: true },
  validateSearch: linkSearch,
  component: ConfirmDeletion,
});

function ConfirmDeletion() {
  return <ConfirmDeletionScreen search={Route.useSearch()} />;
}
