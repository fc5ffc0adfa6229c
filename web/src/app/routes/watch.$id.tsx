import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense, useCallback } from 'react';
import { eventQuery } from '#/api/queries';
import type { EventDetail } from '#/api/types';
import { type PlayerSlot, WatchScreen } from '#/features/watch/ui/watch-screen';
import { loadTexts } from '#/lib/i18n';
import { digitsOnly } from '../digits';

const loadPlayer = () => import('../game-stage');
const Player = lazy(async () => ({ default: (await loadPlayer()).GameStage }));
const loadExtras = async () => (await Promise.all([import('#/features/clips/ui/game-extras'), loadTexts('clips')]))[0];
const Clips = lazy(async () => ({ default: (await loadExtras()).GameClips }));
const Download = lazy(async () => ({ default: (await loadExtras()).DownloadGame }));

export const Route = createFileRoute('/watch/$id')({
  staticData: { kind: 'event', skeleton: 'player', withoutTicker: true },
  validateSearch: (raw: Record<string, unknown>): WatchSearch => ({
    ...(raw.begin === 'start' && { begin: 'start' }),
    ...(Number(raw.t) > 0 && { t: Number(raw.t) }),
  }),
  beforeLoad: digitsOnly,
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
  /** Seconds into the recording at which playback begins: what search engines know key moments by. */
  t?: number;
}

function WatchRoute() {
  const { id } = Route.useParams();
  const { begin, t } = Route.useSearch();
  const at = t ?? (begin === 'start' ? 0 : undefined);
  const player = useCallback((slot: PlayerSlot) => renderPlayer(slot, at), [at]);
  return <WatchScreen id={Number(id)} player={player} actions={renderActions} below={renderBelow} />;
}

function renderPlayer(slot: PlayerSlot, at: number | undefined) {
  return (
    <Suspense fallback={<div className="watch__wait" />}>
      <Player at={at} {...slot} />
    </Suspense>
  );
}

function renderActions(event: EventDetail) {
  return (
    <Suspense>
      <Download event={event} />
    </Suspense>
  );
}

function renderBelow(event: EventDetail) {
  return (
    <Suspense>
      <Clips event={event} />
    </Suspense>
  );
}
