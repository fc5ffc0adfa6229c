import { createFileRoute } from '@tanstack/react-router';
import { TemporaryPasswordScreen } from '#/features/profile/temporary-password-screen';

export const Route = createFileRoute('/profile/edit')({
  staticData: { kind: 'account', auth: 'user', withoutTicker: true },
  component: TemporaryPasswordScreen,
});
