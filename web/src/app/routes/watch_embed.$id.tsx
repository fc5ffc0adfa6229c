import { createFileRoute } from '@tanstack/react-router';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { eventQuery } from '#/api/queries';
import { Line, originAround } from '#/features/player/embed/line';
import { Link } from '#/features/player/embed/link';
import { EmbedScreen } from '#/features/watch/ui/embed-screen';
import type { PlayerSlot } from '#/features/watch/ui/watch-screen';
import { useBootstrap } from '#/lib/channel';
import { lazy } from '#/lib/lazy';
import { digitsOnly } from '../digits';
import { loadEngineEarly } from '../early-engine';

const loadPlayer = () => import('../embedded-player');
const Player = lazy(async () => ({ default: (await loadPlayer()).EmbeddedPlayer }));

/** One event's player without anything around it, for pages of other sites. */
export const Route = createFileRoute('/watch_embed/$id')({
  staticData: { kind: 'embed', skeleton: 'frame', plain: true },
  beforeLoad: digitsOnly,
  loader: async ({ context, params }) => {
    loadPlayer().catch(() => undefined);
    loadEngineEarly();
    await context.client.prefetchQuery(eventQuery(Number(params.id)));
  },
  component: EmbedRoute,
});

function EmbedRoute() {
  const { id } = Route.useParams();
  const line = useLine();
  const player = useCallback((slot: PlayerSlot) => renderPlayer(slot, line), [line]);
  return <EmbedScreen id={Number(id)} player={player} />;
}

/** The line to the page around; it is there before there is anything to play. */
function useLine(): Line {
  const { embed_parents: parents } = useBootstrap().settings;
  const [line] = useState(() => new Line(window.parent, parents));
  useEffect(() => (window.parent === window ? undefined : line.open(originAround())), [line]);
  return line;
}

function renderPlayer(slot: PlayerSlot, line: Line) {
  return (
    <Suspense fallback={<div className="watch__wait" />}>
      <Player {...slot}>
        <Link line={line} />
      </Player>
    </Suspense>
  );
}
