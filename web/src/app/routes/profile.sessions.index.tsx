import { createFileRoute } from '@tanstack/react-router';
import { SessionsScreen } from '#/features/profile/sessions-screen';

export const Route = createFileRoute('/profile/sessions/')({
  staticData: { kind: 'account', auth: 'user', withoutTicker: true },
  component: SessionsScreen,
});
