import { useLingui } from '@lingui/react/macro';
import { createFileRoute } from '@tanstack/react-router';
import { Transactions } from '#/features/orders/transactions';
import { ProfileFrame } from '#/features/profile/profile-frame';
import { useTitle } from '#/lib/channel';
import { loadTexts } from '#/lib/i18n';

export const Route = createFileRoute('/profile/transactions')({
  staticData: { kind: 'account', skeleton: 'account', auth: 'user', withoutTicker: true },
  loader: () => loadTexts('account'),
  component: TransactionsRoute,
});

function TransactionsRoute() {
  const { t } = useLingui();
  useTitle(t`Transactions`);
  return (
    <ProfileFrame title={t`Transactions`}>
      <Transactions />
    </ProfileFrame>
  );
}
