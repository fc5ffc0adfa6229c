import { lazy, Suspense } from 'react';
import { type ClipPlayerSlot, ClipScreen } from '#/features/clips/ui/clip-screen';

// Whoever comes here comes to watch, so the player is on its way while the clip is asked for.
const player = import('#/features/player/ui/player');
player.catch(() => undefined);
const Player = lazy(async () => ({ default: (await player).Player }));

/** The page of a clip, by its link or as one's own. */
export function ClipRoute({ id, uuid }: { id: string; uuid?: string }) {
  return <ClipScreen id={Number(id)} {...(uuid && { uuid })} player={renderPlayer} />;
}

function renderPlayer({ item, url, stretch, ...rest }: ClipPlayerSlot) {
  return (
    <Suspense fallback={<div className="watch__wait" />}>
      <Player source={{ item, url, live: false, stretch }} interrupted={false} {...rest} />
    </Suspense>
  );
}
