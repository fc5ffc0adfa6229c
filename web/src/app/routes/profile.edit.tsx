import { createFileRoute } from '@tanstack/react-router';
import { EditScreen } from '#/features/profile/edit-screen';

export const Route = createFileRoute('/profile/edit')({
  staticData: { kind: 'account', auth: 'user', withoutTicker: true },
  component: EditScreen,
});
