import { Suspense } from 'react';
import type { EventDetail } from '#/api/types';
import { isForbiddenHere } from '#/entities/forbidden';
import { GameClips } from '#/features/clips/ui/game-extras';
import { loadTexts } from '#/lib/i18n';
import { lazy } from '#/lib/lazy';

export { DownloadGame } from '#/features/clips/ui/game-extras';

const WatchableHere = lazy(async () => {
  const [here] = await Promise.all([import('./watchable-here'), loadTexts('next')]);
  return { default: here.WatchableHere };
});

/** The clips of a game, or what to watch instead where the viewer's place forbids the game. */
export function BelowGame({ event }: { event: EventDetail }) {
  if (!isForbiddenHere(event)) return <GameClips event={event} />;
  return (
    <Suspense>
      <WatchableHere id={event.id} />
    </Suspense>
  );
}
