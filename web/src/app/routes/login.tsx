import { createFileRoute, redirect } from '@tanstack/react-router';
import { ArrivalScreen } from '#/features/auth/arrival-screen';
import { LoginScreen } from '#/features/auth/login-screen';
import { useArrival } from '#/lib/arrival';
import { loadTexts } from '#/lib/i18n';

export const Route = createFileRoute('/login')({
  // A ticket or token leaves the address before anything is drawn, so that no history, link or report holds it.
  beforeLoad: async ({ location, cause }) => {
    if (cause === 'preload' || !location.searchStr) return;
    const { takeArrival } = await import('#/lib/arrival');
    if (takeArrival(location.search)) throw redirect({ href: '/login', replace: true });
  },
  onLeave: () => void import('#/lib/arrival').then(({ forgetArrival }) => forgetArrival()),
  staticData: { kind: 'account', skeleton: 'login', withoutTicker: true },
  loader: () => loadTexts('account'),
  component: LoginRoute,
});

function LoginRoute() {
  const arrival = useArrival();
  return arrival ? <ArrivalScreen arrival={arrival} /> : <LoginScreen />;
}
