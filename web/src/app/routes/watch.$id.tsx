import { createFileRoute, redirect } from '@tanstack/react-router';
import { eventQuery } from '#/api/queries';
import { Player } from '#/features/player/ui/player';
import { type PlayerSlot, WatchScreen } from '#/features/watch/ui/watch-screen';

export const Route = createFileRoute('/watch/$id')({
  staticData: { kind: 'event', withoutTicker: true },
  beforeLoad: ({ params }) => {
    // An id is digits only; anything else is no address of ours.
    if (!/^[0-9]{1,15}$/.test(params.id)) throw redirect({ to: '/404', replace: true });
  },
  // The screen shows its own states, so an event that fails to load is no failed route.
  loader: ({ context, params }) => context.client.prefetchQuery(eventQuery(Number(params.id))),
  component: WatchRoute,
});

function WatchRoute() {
  const { id } = Route.useParams();
  return <WatchScreen id={Number(id)} player={renderPlayer} />;
}

function renderPlayer({ session, ...rest }: PlayerSlot) {
  return <Player source={session} {...rest} />;
}
