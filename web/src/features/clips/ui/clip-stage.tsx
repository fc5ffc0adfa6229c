import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useMemo } from 'react';
import type { Clip, ClipMedia } from '#/api/types';
import type { Advertised } from '#/entities/preroll';
import { useBootstrap } from '#/lib/channel';
import { EventPicture } from '#/ui/event-picture';
import { Lost } from '#/ui/lost';
import { teamColours } from '#/ui/scorebug';
import { StageFrame, StageMessage } from '#/ui/stage-message';
import '#/ui/stage.css';

/** What the page asks of a player. The route file puts one in, so that this feature knows none. */
export interface ClipPlayerSlot {
  clip: Clip;
  /** Names what is played, so that another list of the same clip is opened anew. */
  item: string;
  url: string;
  /** What of the list the clip is, in seconds. */
  stretch: { from: number; to: number; loops: boolean };
  title: string;
  artist: string;
  poster: string;
  /** What pre-rolls before it go by; absent where its viewer is shown none. */
  ads: Advertised | undefined;
  /** The signature of the address is refused: a fresh one is wanted. */
  onRenew: () => void;
}

export type RenderClipPlayer = (slot: ClipPlayerSlot) => ReactNode;

interface StageProps {
  clip: Clip;
  player: RenderClipPlayer;
  onRenew: () => void;
}

/** A clip's player, or why there is nothing to play. */
export function ClipStage({ clip, ...rest }: StageProps) {
  return clip.media ? <Playing clip={clip} media={clip.media} {...rest} /> : <Unmade clip={clip} />;
}

// The item names the status as well: once the clip is made its playlist lists other segments, and those of before
// are gone some minutes later.
function Playing({ clip, media: { url, lead }, player, onRenew }: StageProps & { media: ClipMedia }) {
  const { name } = useBootstrap().settings.channel;
  const { duration } = clip;
  const stretch = useMemo(() => ({ from: lead, to: lead + duration, loops: false }), [lead, duration]);
  return (
    <div className="watch">
      {player({
        clip,
        item: `c${clip.id}/${lead}/${clip.status}`,
        url,
        stretch,
        title: clip.name,
        artist: name,
        poster: clip.image || clip.event.image,
        ads: clip.ads ? clip.event : undefined,
        onRenew,
      })}
    </div>
  );
}

/** A clip that could not be made, or whose purchase does not hold. */
function Unmade({ clip: { name, event, ended } }: { clip: Clip }) {
  return (
    <StageFrame label={name} style={teamColours(event)} picture={<EventPicture event={event} sizes="100vw" />}>
      {ended ? (
        <StageMessage title={<Trans>This clip is not shown</Trans>}>
          <Trans>The purchase it was made with was refunded or is disputed.</Trans>
        </StageMessage>
      ) : (
        <StageMessage title={<Trans>This clip could not be created</Trans>}>
          <Trans>The game itself can still be watched.</Trans>
        </StageMessage>
      )}
    </StageFrame>
  );
}

/** No such clip, or not for whoever asks. */
export function NoClip() {
  const { t } = useLingui();
  return (
    <Lost
      title={t`Clip not found`}
      heading={t`Sorry! - Clip Not Found`}
      ways={[
        { href: '/vod', text: t`Browse on demand` },
        { href: '/schedule', text: t`See the schedule` },
      ]}
    >
      {t`The link may be wrong, or the person who made the clip deleted it.`}
    </Lost>
  );
}
