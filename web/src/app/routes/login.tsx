import { createFileRoute } from '@tanstack/react-router';
import { LoginScreen } from '#/features/auth/login-screen';
import { loadTexts } from '#/lib/i18n';

export const Route = createFileRoute('/login')({
  staticData: { kind: 'account', withoutTicker: true },
  loader: () => loadTexts('account'),
  component: LoginScreen,
});
