import { createFileRoute } from '@tanstack/react-router';
import { StopScreen } from '#/features/reminders/stop-screen';
import { loadTexts } from '#/lib/i18n';

export const Route = createFileRoute('/reminders/stop')({
  validateSearch: ({ token }: Record<string, unknown>) => ({ token: typeof token === 'string' ? token : '' }),
  staticData: { kind: 'account', skeleton: 'form', withoutTicker: true },
  loader: () => loadTexts('account'),
  component: StopRoute,
});

function StopRoute() {
  return <StopScreen token={Route.useSearch().token} />;
}
