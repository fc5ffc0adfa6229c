import { createFileRoute } from '@tanstack/react-router';
import { SecurityScreen } from '#/features/profile/security/security-screen';
import { loadTexts } from '#/lib/i18n';

export const Route = createFileRoute('/profile/security')({
  staticData: { kind: 'account', auth: 'user', withoutTicker: true },
  loader: async ({ context }) => {
    const [{ secondFactorQuery }] = await Promise.all([import('#/api/second-factor'), loadTexts('account')]);
    await context.client.prefetchQuery(secondFactorQuery());
  },
  component: SecurityScreen,
});
