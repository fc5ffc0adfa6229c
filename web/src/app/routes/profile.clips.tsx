import { createFileRoute } from '@tanstack/react-router';
import { loadTexts } from '#/lib/i18n';
import { ClipsPage } from '../clips-page';

export const Route = createFileRoute('/profile/clips')({
  staticData: { kind: 'account', skeleton: 'account', auth: 'user', withoutTicker: true },
  loader: () => Promise.all([loadTexts('account'), loadTexts('clips')]),
  component: ClipsPage,
});
