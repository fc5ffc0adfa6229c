import { createFileRoute } from '@tanstack/react-router';
import { ConfirmEmailScreen } from '#/features/auth/confirm-email-screen';
import { linkSearch } from '#/features/auth/mailed-link';

export const Route = createFileRoute('/confirm-email')({
  staticData: { kind: 'account', withoutTicker: true },
  validateSearch: linkSearch,
  component: ConfirmEmail,
});

function ConfirmEmail() {
  return <ConfirmEmailScreen search={Route.useSearch()} />;
}
