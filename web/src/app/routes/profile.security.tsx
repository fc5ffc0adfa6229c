import { createFileRoute, redirect } from '@tanstack/react-router';
import { SecurityScreen } from '#/features/profile/security/security-screen';
import { loadTexts } from '#/lib/i18n';

export const Route = createFileRoute('/profile/security')({
  // A ticket leaves the address before anything is drawn, so that no history, link or report holds it.
  beforeLoad: async ({ location, cause }) => {
    if (cause === 'preload' || !location.searchStr) return;
    const { takeConnection } = await import('#/lib/connection');
    if (takeConnection(location.search)) throw redirect({ href: '/profile/security', replace: true });
  },
  staticData: { kind: 'account', skeleton: 'account', auth: 'user', withoutTicker: true },
  loader: async ({ context }) => {
    const [{ secondFactorQuery }] = await Promise.all([import('#/api/second-factor'), loadTexts('account')]);
    await context.client.prefetchQuery(secondFactorQuery());
  },
  component: SecurityScreen,
});
