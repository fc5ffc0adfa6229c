import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { EventDetail } from '#/api/types';
import { SimulateScreen } from '#/features/simulate/simulate-screen';
import type { StateName } from '#/features/simulate/states';
import { type PlayerSlot, WatchPreview } from '#/features/watch/ui/watch-screen';
import { lazy } from '#/lib/lazy';

// The same piece of code as everywhere: what is asked for here comes without advertisements.
const Player = lazy(async () => ({
  default: (await import('#/features/player/ui/advertised-player')).AdvertisedPlayer,
}));

export const Route = createFileRoute('/simulate')({
  staticData: { kind: 'tool', skeleton: 'player', withoutTicker: true },
  validateSearch: (raw: Record<string, unknown>): { state?: string } =>
    typeof raw.state === 'string' ? { state: raw.state } : {},
  // Few ever come here, so what it loads with is not part of what everybody starts with.
  loader: async ({ context: { client } }) => {
    const { materialQuery } = await import('#/features/simulate/material');
    await client.ensureQueryData(materialQuery(client));
  },
  component: SimulateRoute,
});

function SimulateRoute() {
  const { state } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SimulateScreen
      state={state}
      onState={(next) => void navigate({ search: { state: next }, replace: true, resetScroll: false })}
      watch={renderWatch}
    />
  );
}

/** Each state starts afresh. */
function renderWatch(event: EventDetail, state: StateName) {
  return <WatchPreview key={state} event={event} player={renderPlayer} />;
}

function renderPlayer({ session, ...rest }: PlayerSlot) {
  const { eventId, url, live } = session;
  return (
    <Suspense fallback={<div className="watch__wait" />}>
      <Player source={{ item: String(eventId), url, live, at: live ? undefined : 0 }} {...rest} />
    </Suspense>
  );
}
