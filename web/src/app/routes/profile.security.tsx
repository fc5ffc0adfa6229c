import { createFileRoute } from '@tanstack/react-router';
import { secondFactorQuery } from '#/api/second-factor';
import { SecurityScreen } from '#/features/profile/security/security-screen';
import { loadTexts } from '#/lib/i18n';

export const Route = createFileRoute('/profile/security')({
  staticData: { kind: 'account', auth: 'user', withoutTicker: true },
  loader: ({ context }) => Promise.all([loadTexts('account'), context.client.prefetchQuery(secondFactorQuery())]),
  component: SecurityScreen,
});
