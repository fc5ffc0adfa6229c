import { useState } from 'react';
import { type Clip, type EventDetail, mediaType } from '#/api/types';
import { ClipSheet, type PreviewSlot } from '#/features/clips/ui/clip-sheet';
import { afterToken } from '#/features/leases/address';
import type { Moment } from '#/features/player/control/remote';
import { Preview } from '#/features/player/ui/preview';

interface MakerProps {
  event: EventDetail;
  /** What the player plays. */
  url: string;
  moment: Moment;
  onRenew: () => void;
  onMade: (clip: Clip) => void;
  onClose: () => void;
}

/** The sheet that makes a clip, with a small player of the same source in it. */
export function ClipMaker({ event, url, moment, onRenew, onMade, onClose }: MakerProps) {
  // What was recorded when the sheet was opened: a game that goes on must not move the edges under somebody's hand.
  const [{ at, playhead, proposed, span }] = useState(moment);
  const [mediaId] = useState(() => mediumOf(event, url));
  const preview = (slot: PreviewSlot) => <Preview {...slot} url={url} onRenew={onRenew} />;
  return (
    <ClipSheet
      event={event}
      mediaId={mediaId}
      at={at}
      playhead={playhead}
      proposed={proposed}
      recorded={{ from: span.start, to: span.end }}
      preview={preview}
      onMade={onMade}
      onClose={onClose}
    />
  );
}

/** The medium that an address belongs to; between two answers of the server it may be that of the one before. */
function mediumOf({ media }: EventDetail, url: string): number {
  const playable = media.filter(({ type, url: own }) => own && (type === mediaType.live || type === mediaType.vod));
  return (playable.find((medium) => afterToken(medium.url ?? '') === afterToken(url)) ?? playable[0])?.id ?? 0;
}
