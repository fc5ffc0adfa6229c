import type { ReactNode } from 'react';
import { groupsOfGame } from '#/entities/viewed';
import { Leased } from '#/features/leases/leased';
import { AdvertisedPlayer } from '#/features/player/ui/advertised-player';
import type { PlayerSlot } from '#/features/watch/ui/watch-screen';

/** The player of a game in a frame of another site, for as long as it has a place among the screens of its user. */
export function EmbeddedPlayer({ session, event, ...rest }: PlayerSlot & { children: ReactNode }) {
  const { eventId, url, live } = session;
  return (
    <Leased event={event} onRenew={rest.onRenew}>
      {({ addressOf, onRenew }) => (
        <AdvertisedPlayer
          source={{ item: String(eventId), url: addressOf(url), live }}
          viewed={{ stream_id: eventId, stream_type: 'event', ...groupsOfGame(event) }}
          ads={event.ads ? event : undefined}
          {...rest}
          onRenew={onRenew}
        />
      )}
    </Leased>
  );
}
