import { Suspense, useState } from 'react';
import { fullTitle, sides } from '#/entities/event';
import { embeddedPoster } from '#/entities/event-picture';
import type { ClipUntil } from '#/entities/proposed-clip';
import { useBootstrap } from '#/lib/channel';
import { lazy } from '#/lib/lazy';
import { usePictureAwaited } from '#/lib/slow-line';
import { EventPicture } from '#/ui/event-picture';
import { teamColours } from '#/ui/scorebug';
import { StageFrame } from '#/ui/stage-message';
import { useVersus } from '#/ui/use-versus';
import type { View } from '../logic/view';
import type { Watch } from '../use-watch';
import { FrameMessage } from './frame-message';
import type { Mark } from './key-moments';
import { Lock } from './lock';
import type { PlayerSlot, RenderListen, RenderPlayer } from './watch-screen';

const KeyMoments = lazy(async () => ({ default: (await import('./key-moments')).KeyMoments }));

const EmbedFrame = lazy(async () => ({ default: (await import('./embed-frame')).EmbedFrame }));

type Callbacks = Pick<PlayerSlot, 'onPlayhead' | 'onRenew' | 'onReady' | 'onClips'>;

interface StageProps {
  watch: Watch;
  player: RenderPlayer;
  slot: Callbacks;
  show: (moment: number) => void;
  clip: ClipUntil | null;
  listen: RenderListen | undefined;
}

/** What the poster says, with what it takes to watch. */
const onPoster: ReadonlySet<View['kind']> = new Set(['upcoming', 'locked', 'off']);

/** The top of the page: the player, the poster with what it takes to watch, or a message. */
export function Stage({ watch, player, slot, show, clip, listen }: StageProps) {
  const { event, view, session } = watch;
  const { name } = useBootstrap().settings.channel;
  const versus = useVersus();
  const awaited = usePictureAwaited();
  const [marks, setMarks] = useState<readonly Mark[]>([]);
  const beside = sides(event) !== null || event.moments > 0;
  if (!session && view.kind === 'embed')
    return (
      <Suspense fallback={<div className="watch__wait" />}>
        <EmbedFrame url={view.url} title={fullTitle(event, versus)} poster={embeddedPoster(event.media)} />
      </Suspense>
    );
  if (listen && view.kind === 'blocked' && view.sound !== undefined) return listen(watch, slot.onRenew);
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
      {beside &&
        (awaited ? (
          <aside className="side" />
        ) : (
          <Suspense fallback={<aside className="side" />}>
            <KeyMoments event={event} onChoose={show} onMarks={setMarks} onClip={clip} />
          </Suspense>
        ))}
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
