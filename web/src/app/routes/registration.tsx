import { createFileRoute } from '@tanstack/react-router';
import { RegistrationScreen } from '#/features/auth/registration-screen';

export const Route = createFileRoute('/registration')({
  staticData: { kind: 'account', withoutTicker: true },
  component: RegistrationScreen,
});
