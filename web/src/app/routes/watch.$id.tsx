import { createFileRoute, redirect } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { eventQuery } from '#/api/queries';
import { type PlayerSlot, WatchScreen } from '#/features/watch/ui/watch-screen';

const loadPlayer = () => import('#/features/player/ui/player');
const Player = lazy(async () => ({ default: (await loadPlayer()).Player }));

export const Route = createFileRoute('/watch/$id')({
  staticData: { kind: 'event', withoutTicker: true },
  validateSearch: (raw: Record<string, unknown>): WatchSearch => (raw.begin === 'start' ? { begin: 'start' } : {}),
  beforeLoad: ({ params }) => {
    // An id is digits only; anything else is no address of ours.
    if (!/^[0-9]{1,15}$/.test(params.id)) throw redirect({ to: '/404', replace: true });
  },
  loader: async ({ context, params, cause }) => {
    // Most people come to watch, so the player is on its way while the event is asked for. If it fails, its place says so.
    if (cause !== 'preload') loadPlayer().catch(() => undefined);
    // The screen shows its own states, so an event that fails to load is no failed route.
    await context.client.prefetchQuery(eventQuery(Number(params.id)));
  },
  component: WatchRoute,
});

interface WatchSearch {
  /** Asks for a live event's beginning instead of its edge. */
  begin?: 'start';
}

function WatchRoute() {
  const { id } = Route.useParams();
  const { begin } = Route.useSearch();
  return <WatchScreen id={Number(id)} player={begin === 'start' ? fromTheStart : renderPlayer} />;
}

function renderPlayer({ session, ...rest }: PlayerSlot, fromStart = false) {
  const { eventId, url, live } = session;
  return (
    <Suspense fallback={<div className="watch__wait" />}>
      <Player source={{ item: String(eventId), url, live, fromStart }} {...rest} />
    </Suspense>
  );
}

function fromTheStart(slot: PlayerSlot) {
  return renderPlayer(slot, true);
}
