import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { videoQuery } from '#/api/queries';
import { partSearch } from '#/entities/video-search';
import { type VideoPlayerSlot, VideoScreen } from '#/features/vod/ui/video-screen';
import { lazy } from '#/lib/lazy';
import { digitsOnly } from '../digits';

const loadPlayer = () => import('../video-player');
const Player = lazy(async () => ({ default: (await loadPlayer()).VideoPlayer }));

export const Route = createFileRoute('/vod_library/$id')({
  staticData: { kind: 'vod_item', skeleton: 'player', withoutTicker: true },
  validateSearch: partSearch,
  beforeLoad: digitsOnly,
  loader: async ({ context, params, cause }) => {
    // Most people come to watch, so the player is on its way while the video is asked for. If it fails, its place says so.
    if (cause !== 'preload') loadPlayer().catch(() => undefined);
    await context.client.prefetchQuery(videoQuery(Number(params.id)));
  },
  component: VideoRoute,
});

function VideoRoute() {
  const { id } = Route.useParams();
  const { vod_id } = Route.useSearch();
  return <VideoScreen id={Number(id)} partId={vod_id} player={renderPlayer} />;
}

/** Another video is another player, so that what comes before it is its own; the parts of one share theirs. */
function renderPlayer(slot: VideoPlayerSlot) {
  return (
    <Suspense fallback={<div className="watch__wait" />}>
      <Player key={slot.video.id} {...slot} />
    </Suspense>
  );
}
