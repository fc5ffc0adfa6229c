import { createFileRoute } from '@tanstack/react-router';
import { ActiveOrders } from '#/features/orders/active-orders';
import { SavedCards } from '#/features/orders/saved-cards';
import { ProfileScreen } from '#/features/profile/profile-screen';
import { loadTexts } from '#/lib/i18n';

export const Route = createFileRoute('/profile/')({
  staticData: { kind: 'account', skeleton: 'account', auth: 'user', withoutTicker: true },
  loader: () => loadTexts('account'),
  component: ProfileRoute,
});

function ProfileRoute() {
  return <ProfileScreen orders={<ActiveOrders />} cards={<SavedCards />} />;
}
