import { Leased } from '#/features/leases/leased';
import { Player } from '#/features/player/ui/player';
import type { PlayerSlot } from '#/features/watch/ui/watch-screen';

/** The player of a game in a frame on another site. */
export function EmbedPlayer({ session, event, ...rest }: PlayerSlot) {
  const { eventId, url, live } = session;
  return (
    <Leased event={event}>
      <Player source={{ item: String(eventId), url, live }} {...rest} />
    </Leased>
  );
}
