import { createFileRoute } from '@tanstack/react-router';
import { TemporaryPasswordScreen } from '#/features/profile/temporary-password-screen';
import { loadTexts } from '#/lib/i18n';

export const Route = createFileRoute('/profile/edit')({
  staticData: { kind: 'account', auth: 'user', withoutTicker: true },
  loader: () => loadTexts('account'),
  component: TemporaryPasswordScreen,
});
