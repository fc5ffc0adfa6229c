import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import type { Clip } from '#/api/types';
import { groupsOfGame } from '#/entities/viewed';
import { useFeature } from '#/features/clips/use-feature';
import { Leased } from '#/features/leases/leased';
import type { Moment } from '#/features/player/control/remote';
import { AdvertisedPlayer } from '#/features/player/ui/advertised-player';
import type { PlayerSlot } from '#/features/watch/ui/watch-screen';
import { loadTexts } from '#/lib/i18n';
import { lazy } from '#/lib/lazy';
import { useGameFilm } from './game-film';

const loadMaker = () => import('./clip-maker');
const ClipMaker = lazy(async () => {
  const [{ ClipMaker: maker }] = await Promise.all([loadMaker(), loadTexts('clips')]);
  return { default: maker };
});
const FeatureOffer = lazy(async () => {
  const [{ FeatureOffer: offer }] = await Promise.all([import('#/features/clips/ui/offer'), loadTexts('clips')]);
  return { default: offer };
});

interface GamePlayerProps extends PlayerSlot {
  at: number | undefined;
  /** What else works on the player. */
  children?: ReactNode;
}

/** The player of a game, for as long as it has a place among the screens of its user. */
export function GamePlayer(props: GamePlayerProps) {
  return (
    <Leased event={props.event} onRenew={props.onRenew}>
      {({ addressOf, onRenew }) => (
        <ClippedPlayer {...props} session={{ ...props.session, url: addressOf(props.session.url) }} onRenew={onRenew} />
      )}
    </Leased>
  );
}

/** A player out of which clips are made. */
function ClippedPlayer({ session, event, at, ...rest }: GamePlayerProps) {
  const { eventId, url, live } = session;
  const client = useQueryClient();
  const film = useGameFilm(event, url);
  const clipping = useFeature(event, 'clipping');
  const [moment, setMoment] = useState<Moment | null>(null);
  const close = () => {
    setMoment(null);
    moment?.goOn();
  };
  const onMade = (clip: Clip) => {
    close();
    void import('#/features/clips/follow').then(({ followClip }) => followClip(client, clip));
  };
  return (
    <>
      <AdvertisedPlayer
        source={{ item: String(eventId), url, live, at }}
        viewed={{ stream_id: eventId, stream_type: 'event', ...groupsOfGame(event) }}
        film={film}
        ads={event.ads ? event : undefined}
        onClip={clipping.kind === 'none' ? undefined : setMoment}
        {...rest}
      />
      {moment && (
        <Suspense>
          {clipping.kind === 'can' && (
            <ClipMaker event={event} url={url} moment={moment} onRenew={rest.onRenew} onMade={onMade} onClose={close} />
          )}
          {clipping.kind === 'offered' && <FeatureOffer what="clipping" products={clipping.products} onClose={close} />}
        </Suspense>
      )}
    </>
  );
}
