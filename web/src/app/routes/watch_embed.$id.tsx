import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { eventQuery } from '#/api/queries';
import { EmbedScreen } from '#/features/watch/ui/embed-screen';
import type { PlayerSlot } from '#/features/watch/ui/watch-screen';
import { digitsOnly } from '../digits';

const loadPlayer = () => import('../embedded-player');
const Player = lazy(async () => ({ default: (await loadPlayer()).EmbeddedPlayer }));

/** One event's player without anything around it, for pages of other sites. */
export const Route = createFileRoute('/watch_embed/$id')({
  staticData: { kind: 'embed', plain: true },
  beforeLoad: digitsOnly,
  loader: async ({ context, params }) => {
    loadPlayer().catch(() => undefined);
    await context.client.prefetchQuery(eventQuery(Number(params.id)));
  },
  component: EmbedRoute,
});

function EmbedRoute() {
  const { id } = Route.useParams();
  return <EmbedScreen id={Number(id)} player={renderPlayer} />;
}

function renderPlayer(slot: PlayerSlot) {
  return (
    <Suspense fallback={<div className="watch__wait" />}>
      <Player {...slot} />
    </Suspense>
  );
}
