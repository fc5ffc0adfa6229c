import type { ReactNode } from 'react';
import { groupsOfGame } from '#/entities/viewed';
import { Leased } from '#/features/leases/leased';
import { AdvertisedPlayer } from '#/features/player/ui/advertised-player';
import type { PlayerSlot } from '#/features/watch/ui/watch-screen';
import { useGameFilm } from './game-film';

type EmbeddedPlayerProps = PlayerSlot & { children: ReactNode };

/** The player of a game in a frame of another site, for as long as it has a place among the screens of its user. */
export function EmbeddedPlayer({ session, event, ...rest }: EmbeddedPlayerProps) {
  const { eventId, url, live } = session;
  return (
    <Leased event={event} onRenew={rest.onRenew}>
      {({ addressOf, onRenew }) => (
        <FramedPlayer {...rest} event={event} session={{ eventId, url: addressOf(url), live }} onRenew={onRenew} />
      )}
    </Leased>
  );
}

function FramedPlayer({ session: { eventId, url, live }, event, ...rest }: EmbeddedPlayerProps) {
  const film = useGameFilm(event, url);
  return (
    <AdvertisedPlayer
      source={{ item: String(eventId), url, live }}
      viewed={{ stream_id: eventId, stream_type: 'event', ...groupsOfGame(event) }}
      film={film}
      ads={event.ads ? event : undefined}
      {...rest}
    />
  );
}
