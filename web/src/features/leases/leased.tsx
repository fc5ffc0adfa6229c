import { lazy, type ReactNode, Suspense, useCallback } from 'react';
import type { EventDetail, VideoDetail } from '#/api/types';
import { loadTexts } from '#/lib/i18n';
import { boundAddress } from './address';
import { usePlace } from './use-place';

const Elsewhere = lazy(async () => {
  const [{ Elsewhere: screen }] = await Promise.all([import('./elsewhere'), loadTexts('account')]);
  return { default: screen };
});

/** What a player needs of its place. */
export interface HeldPlace {
  /** The address of a medium that is bound to this player; the medium's own where screens are not counted. */
  addressOf: (url: string) => string;
  /** The address is refused: asks for another one. */
  onRenew: () => void;
}

interface LeasedProps {
  event?: EventDetail;
  video?: VideoDetail;
  /** Loads what is shown again. */
  onRenew: () => void;
  children: (place: HeldPlace) => ReactNode;
}

/** A player that plays while it has a place among the screens on which its user may watch at once. */
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
