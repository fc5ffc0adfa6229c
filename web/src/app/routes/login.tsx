import { createFileRoute } from '@tanstack/react-router';
import { LoginScreen } from '#/features/auth/login-screen';

export const Route = createFileRoute('/login')({
  staticData: { kind: 'account', withoutTicker: true },
  component: LoginScreen,
});
