import type { ReactNode } from 'react';
import { Leased } from '#/features/leases/leased';
import { Player } from '#/features/player/ui/player';
import type { PlayerSlot } from '#/features/watch/ui/watch-screen';
import { usePreroll } from './preroll';

type EmbeddedSlot = PlayerSlot & { children: ReactNode };

/** The player of a game in a frame of another site, for as long as it has a place among the screens of its user. */
export function EmbeddedPlayer(props: EmbeddedSlot) {
  return (
    <Leased event={props.event}>
      <PlacedPlayer {...props} />
    </Leased>
  );
}

function PlacedPlayer({ session, event, ...rest }: EmbeddedSlot) {
  const { eventId, url, live } = session;
  const before = usePreroll(event, live, undefined);
  return <Player source={{ item: String(eventId), url, live }} before={before} {...rest} />;
}
