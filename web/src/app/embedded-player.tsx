import { Player } from '#/features/player/ui/player';
import type { PlayerSlot } from '#/features/watch/ui/watch-screen';
import { usePreroll } from './preroll';

/** The player of a game in a frame of another site. */
export function EmbeddedPlayer({ session, event, ...rest }: PlayerSlot) {
  const { eventId, url, live } = session;
  const before = usePreroll(event, live, undefined);
  return <Player source={{ item: String(eventId), url, live }} before={before} {...rest} />;
}
