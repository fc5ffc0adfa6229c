import { lazy, type ReactNode, Suspense, useCallback } from 'react';
import type { EventDetail, LeasedMedium, VideoDetail } from '#/api/types';
import { loadTexts } from '#/lib/i18n';
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
  /** Asks for what is shown anew. */
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

/** What follows the token of a signed address: the stream and the playlist. */
const afterToken = (url: string) => url.replace(/^.*\/media\/[^/]+\//, '');

/** The address of the same playlist among the media of a place. */
export function boundAddress(url: string, media: readonly LeasedMedium[]): string {
  for (const { url: whole, live_url: live } of media) {
    for (const bound of [whole, live]) if (bound && afterToken(bound) === afterToken(url)) return bound;
  }
  return url;
}
