import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Clip } from '#/api/types';
import { useFeature } from '#/features/clips/use-feature';
import type { Moment } from '#/features/player/control/remote';
import { Player } from '#/features/player/ui/player';
import type { PlayerSlot } from '#/features/watch/ui/watch-screen';
import { loadTexts } from '#/lib/i18n';
import { usePreroll } from './preroll';

const loadMaker = () => import('./clip-maker');
const ClipMaker = lazy(async () => {
  const [{ ClipMaker: maker }] = await Promise.all([loadMaker(), loadTexts('clips')]);
  return { default: maker };
});
const FeatureOffer = lazy(async () => {
  const [{ FeatureOffer: offer }] = await Promise.all([import('#/features/clips/ui/offer'), loadTexts('clips')]);
  return { default: offer };
});

/** The player of a game, out of which clips are made. */
export function GamePlayer({ session, event, at, ...rest }: PlayerSlot & { at: number | undefined }) {
  const { eventId, url, live } = session;
  const client = useQueryClient();
  const clipping = useFeature(event, 'clipping');
  const [moment, setMoment] = useState<Moment | null>(null);
  const before = usePreroll(event, live, at);
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
      <Player
        source={{ item: String(eventId), url, live, at }}
        before={before}
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
