import { createFileRoute } from '@tanstack/react-router';
import { StopScreen } from '#/features/reminders/stop-screen';

export const Route = createFileRoute('/reminders/stop')({
  validateSearch: ({ token }: Record<string, unknown>) => ({ token: typeof token === 'string' ? token : '' }),
  staticData: { kind: 'account', withoutTicker: true },
  component: StopRoute,
});

function StopRoute() {
  return <StopScreen token={Route.useSearch().token} />;
}
