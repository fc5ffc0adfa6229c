import { useQueryClient } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { Suspense, useCallback, useState } from 'react';
import { eventQuery } from '#/api/queries';
import type { EventDetail } from '#/api/types';
import { type PlayerSlot, WatchScreen } from '#/features/watch/ui/watch-screen';
import type { Watch } from '#/features/watch/use-watch';
import { loadTexts } from '#/lib/i18n';
import { lazy } from '#/lib/lazy';
import { awaitPicture, stopAwaiting } from '#/lib/slow-line';
import { digitsOnly } from '../digits';
import { loadEngine, loadEngineEarly } from '../early-engine';

const loadPlayer = () => import('../game-stage');
const Player = lazy(async () => ({ default: (await loadPlayer()).GameStage }));
const loadExtras = async () => (await Promise.all([import('../instead/game-extras'), loadTexts('clips')]))[0];
const Below = lazy(async () => ({ default: (await loadExtras()).BelowGame }));
const Listen = lazy(async () => {
  const [{ Listen: stage }] = await Promise.all([import('../instead/listen'), loadTexts('next')]);
  return { default: stage };
});
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
    if (cause !== 'preload') {
      loadPlayer().catch(() => undefined);
      loadEngineEarly();
    }
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
  const client = useQueryClient();
  useState(() => preparePlayer(client.getQueryData<EventDetail>(eventQuery(Number(id)).queryKey)));
  const at = t ?? (begin === 'start' ? 0 : undefined);
  const player = useCallback((slot: PlayerSlot) => renderPlayer(slot, at), [at]);
  return (
    <WatchScreen id={Number(id)} player={player} listen={renderListen} actions={renderActions} below={renderBelow} />
  );
}

/** Before the screen is drawn, where there is something to play. */
function preparePlayer(event: EventDetail | undefined): void {
  if (!event?.media.some(({ url }) => url)) return stopAwaiting();
  awaitPicture();
  loadEngine();
}

function renderPlayer(slot: PlayerSlot, at: number | undefined) {
  return (
    <Suspense fallback={<div className="watch__wait" />}>
      <Player at={at} {...slot} />
    </Suspense>
  );
}

function renderListen(watch: Watch, onRenew: () => void) {
  return (
    <Suspense fallback={<div className="watch__wait" />}>
      <Listen watch={watch} onRenew={onRenew} />
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
      <Below event={event} />
    </Suspense>
  );
}
