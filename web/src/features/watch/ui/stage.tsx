import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import { fullTitle, sides } from '#/entities/event';
import { embeddedPoster } from '#/entities/medium';
import { longDateText, timeText } from '#/entities/time';
import { useBootstrap } from '#/lib/channel';
import { useEventLabels } from '#/ui/event-labels';
import { EventPicture } from '#/ui/event-picture';
import { GeoNote } from '#/ui/geo-note';
import { teamColours } from '#/ui/scorebug';
import { StageFrame, StageMessage } from '#/ui/stage-message';
import { useVersus } from '#/ui/use-versus';
import type { View } from '../logic/view';
import type { Watch } from '../use-watch';
import type { Mark } from './key-moments';
import { Lock } from './lock';
import type { PlayerSlot, RenderPlayer } from './watch-screen';

const KeyMoments = lazy(async () => ({ default: (await import('./key-moments')).KeyMoments }));

const EmbedFrame = lazy(async () => ({ default: (await import('./embed-frame')).EmbedFrame }));

type Callbacks = Pick<PlayerSlot, 'onPlayhead' | 'onRenew' | 'onReady' | 'onClips'>;

interface StageProps {
  watch: Watch;
  player: RenderPlayer;
  slot: Callbacks;
  show: (moment: number) => void;
  clip: ((until: number) => void) | null;
}

/** What the poster says, with what it takes to watch. */
const onPoster: ReadonlySet<View['kind']> = new Set(['upcoming', 'locked', 'off']);

/** The top of the page: the player, the poster with what it takes to watch, or a message. */
export function Stage({ watch, player, slot, show, clip }: StageProps) {
  const { event, view, session } = watch;
  const { name } = useBootstrap().settings.channel;
  const versus = useVersus();
  const [marks, setMarks] = useState<readonly Mark[]>([]);
  const beside = sides(event) !== null || event.moments > 0;
  if (!session && view.kind === 'embed')
    return (
      <Suspense fallback={<div className="watch__wait" />}>
        <EmbedFrame url={view.url} title={fullTitle(event, versus)} poster={embeddedPoster(event.media)} />
      </Suspense>
    );
  if (!session) return onPoster.has(view.kind) ? <Lock watch={watch} /> : <Frame watch={watch} />;
  return (
    <div className="watch" data-side={beside || undefined}>
      {player({
        ...slot,
        session,
        event,
        title: fullTitle(event, versus),
        artist: name,
        poster: event.image,
        posterSrcSet: event.image_srcset,
        posterPlaceholder: event.image_placeholder,
        interrupted: event.stream_state === 'reconnecting',
        hidesEnd: event.score_hidden,
        marks,
      })}
      {beside && (
        <Suspense fallback={<aside className="side" />}>
          <KeyMoments event={event} onChoose={show} onMarks={setMarks} onClip={clip} />
        </Suspense>
      )}
    </div>
  );
}

/** The poster in the player's place with one message on it. */
function Frame({ watch: { event, view } }: { watch: Watch }) {
  const versus = useVersus();
  return (
    <StageFrame
      label={fullTitle(event, versus)}
      style={teamColours(event)}
      picture={<EventPicture event={event} sizes="100vw" />}
    >
      <FrameMessage view={view} />
    </StageFrame>
  );
}

export function FrameMessage({ view }: { view: View }) {
  const { kind } = view;
  if (kind === 'blocked') return <Blocked view={view} />;
  if (kind === 'starting') {
    return (
      <StageMessage title={<Trans>The picture is on its way</Trans>} busy>
        <Trans>The game is live. Playback begins here by itself in a moment.</Trans>
      </StageMessage>
    );
  }
  if (kind === 'processing') {
    return (
      <StageMessage title={<Trans>The recording is being prepared</Trans>} busy>
        <Trans>The game is over. You can watch it here in full as soon as it is ready.</Trans>
      </StageMessage>
    );
  }
  return (
    <StageMessage title={<Trans>There is no recording of this game</Trans>}>
      <Trans>It was not sent, or its recording is no longer offered.</Trans>
    </StageMessage>
  );
}

/** Why nothing plays where the viewer is, and when that changes. */
function Blocked({ view: { opens, unknown } }: { view: Extract<View, { kind: 'blocked' }> }) {
  if (unknown) {
    return (
      <StageMessage title={<Trans>We cannot tell where you are</Trans>}>
        <Trans>
          This game is available only in certain places. A VPN, a proxy or a private network can hide where you are:
          turn it off or try another network.
        </Trans>{' '}
        {opens && <Opening opens={opens} />}
      </StageMessage>
    );
  }
  if (!opens) {
    return (
      <StageMessage title={<Trans>This content is not available in your region</Trans>}>
        <Trans>The rights for this game do not cover the place you are watching from.</Trans> <GeoNote />
      </StageMessage>
    );
  }
  return (
    <StageMessage title={<Trans>This game is not available in your region yet</Trans>}>
      <Opening opens={opens} />
    </StageMessage>
  );
}

/** When a game that is blacked out can be watched. */
function Opening({ opens }: { opens: { at: number | null; after: number } }) {
  const { t } = useLingui();
  const { lang, zone } = useEventLabels();
  const opening = (at: number) => `${longDateText(at, lang, zone)}, ${timeText(at, lang, zone)}`;
  const when = opens.at === null ? null : opening(opens.at);
  const hours = Math.ceil(opens.after / 3600);
  if (when !== null) return <Trans>You can watch it here from {when}.</Trans>;
  if (hours === 0) return <Trans>You can watch it here once it is over.</Trans>;
  if (hours === 1) return <Trans>You can watch it here one hour after it is over.</Trans>;
  return t`You can watch it here ${hours} hours after it is over.`;
}
