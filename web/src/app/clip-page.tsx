import { Suspense } from 'react';
import { groupsOfGame } from '#/entities/viewed';
import { ClipEmbed } from '#/features/clips/ui/clip-embed';
import { ClipScreen } from '#/features/clips/ui/clip-screen';
import type { ClipPlayerSlot } from '#/features/clips/ui/clip-stage';
import { lazy } from '#/lib/lazy';

// Whoever comes here comes to watch, so the player is on its way while the clip is asked for.
const player = import('#/features/player/ui/advertised-player');
player.catch(() => undefined);
const Player = lazy(async () => ({ default: (await player).AdvertisedPlayer }));

interface ClipAddress {
  id: string;
  uuid?: string;
}

/**
 * The page of a clip, by its link or as one's own. Pre-rolls come before those of the library alone: a link that somebody was
 * sent plays at once.
 */
export function ClipRoute({ id, uuid }: ClipAddress) {
  return uuid ? (
    <ClipScreen id={Number(id)} uuid={uuid} player={renderAtOnce} />
  ) : (
    <ClipScreen id={Number(id)} player={renderPlayer} />
  );
}

/** A clip's player alone, for frames on other sites. */
export function ClipEmbedRoute({ id, uuid }: Required<ClipAddress>) {
  return <ClipEmbed id={Number(id)} uuid={uuid} player={renderAtOnce} />;
}

function renderAtOnce(slot: ClipPlayerSlot) {
  return renderPlayer({ ...slot, ads: undefined });
}

function renderPlayer({ clip, item, url, stretch, ...rest }: ClipPlayerSlot) {
  return (
    <Suspense fallback={<div className="watch__wait" />}>
      <Player
        source={{ item, url, live: false, stretch }}
        viewed={{ stream_id: clip.id, stream_type: 'clip', ...groupsOfGame(clip.event) }}
        interrupted={false}
        {...rest}
      />
    </Suspense>
  );
}
