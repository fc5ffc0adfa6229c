import { createFileRoute } from '@tanstack/react-router';
import { EditScreen } from '#/features/profile/edit-screen';
import { loadTexts } from '#/lib/i18n';

export const Route = createFileRoute('/profile/edit')({
  staticData: { kind: 'account', skeleton: 'account', auth: 'user', withoutTicker: true },
  loader: () => loadTexts('account'),
  component: EditScreen,
});
