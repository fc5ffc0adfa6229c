import { type ReactNode, Suspense, useCallback } from 'react';
import type { EventDetail, VideoDetail } from '#/api/types';
import { loadTexts } from '#/lib/i18n';
import { lazy } from '#/lib/lazy';
import { boundAddress } from './address';
import { usePlace } from './use-place';

const Elsewhere = lazy(async () => {
  const [{ Elsewhere: screen }] = await Promise.all([import('./elsewhere'), loadTexts('account')]);
  return { default: screen };
});

/** The functions of a player's place. */
export interface HeldPlace {
  /** Returns the address of a medium for this player. Where screens are not counted, the address is unchanged. */
  addressOf: (url: string) => string;
  /** Called when the server refuses the address. Requests a new one. */
  onRenew: () => void;
}

interface LeasedProps {
  event?: EventDetail;
  video?: VideoDetail;
  /** Reloads the event or video. */
  onRenew: () => void;
  children: (place: HeldPlace) => ReactNode;
}

/** Shows the player while the user is within the limit of screens. Otherwise shows the screen that takes over a place. */
export function Leased({ event, video, onRenew, children }: LeasedProps) {
  const most = (event ?? video)?.max_streams ?? 0;
  const { standing, media, insist, renew } = usePlace(event?.id ?? 0, video?.id ?? 0, most > 0);
  const addressOf = useCallback((url: string) => boundAddress(url, media), [media]);
  const renewBoth = useCallback(() => {
    renew();
    onRenew();
  }, [renew, onRenew]);
  if (standing === 'held') return children({ addressOf, onRenew: renewBoth });
  const wait = <div className="watch__wait" />;
  if (standing === 'asking') return wait;
  return (
    <Suspense fallback={wait}>
      <Elsewhere event={event} video={video} most={most} lost={standing === 'lost'} onHere={insist} />
    </Suspense>
  );
}
