import { createFileRoute } from '@tanstack/react-router';
import { SessionsScreen } from '#/features/profile/sessions-screen';
import { loadTexts } from '#/lib/i18n';

export const Route = createFileRoute('/profile/sessions/')({
  staticData: { kind: 'account', skeleton: 'account', auth: 'user', withoutTicker: true },
  loader: () => loadTexts('account'),
  component: SessionsScreen,
});
