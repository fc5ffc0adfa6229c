import { createFileRoute } from '@tanstack/react-router';
import { NotificationsScreen } from '#/features/profile/notifications-screen';
import { loadTexts } from '#/lib/i18n';

export const Route = createFileRoute('/profile/notifications')({
  staticData: { kind: 'account', skeleton: 'account', auth: 'user', withoutTicker: true },
  loader: () => loadTexts('account'),
  component: NotificationsScreen,
});
