import { createFileRoute } from '@tanstack/react-router';
import { ProfileScreen } from '#/features/profile/profile-screen';
import { loadTexts } from '#/lib/i18n';

export const Route = createFileRoute('/profile/')({
  staticData: { kind: 'account', auth: 'user', withoutTicker: true },
  loader: () => loadTexts('account'),
  component: ProfileScreen,
});
