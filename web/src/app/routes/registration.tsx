import { createFileRoute } from '@tanstack/react-router';
import { RegistrationScreen } from '#/features/auth/registration-screen';
import { loadTexts } from '#/lib/i18n';

export const Route = createFileRoute('/registration')({
  staticData: { kind: 'account', skeleton: 'registration', withoutTicker: true },
  loader: () => loadTexts('account'),
  component: RegistrationScreen,
});
