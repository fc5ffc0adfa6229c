import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { fullTitle, sides } from '#/entities/event';
import { useBootstrap } from '#/lib/channel';
import { EventPicture } from '#/ui/event-picture';
import { teamColours } from '#/ui/scorebug';
import type { View } from '../logic/view';
import type { Watch } from '../use-watch';
import { Lock } from './lock';
import { Scoring } from './scoring';
import type { PlayerSlot, RenderPlayer } from './watch-screen';

type Callbacks = Pick<PlayerSlot, 'onPlayhead' | 'onRenew' | 'onReady'>;

interface StageProps {
  watch: Watch;
  player: RenderPlayer;
  slot: Callbacks;
  show: (moment: number) => void;
}

/** The top of the page: the player, the poster with what it takes to watch, or a message. */
export function Stage({ watch, player, slot, show }: StageProps) {
  const { event, view, session } = watch;
  const { name } = useBootstrap().settings.channel;
  if (!session)
    return view.kind === 'upcoming' || view.kind === 'locked' ? <Lock watch={watch} /> : <Frame watch={watch} />;
  return (
    <div className="watch" data-side={sides(event) !== null || undefined}>
      {player({
        ...slot,
        session,
        title: fullTitle(event),
        artist: name,
        poster: event.image,
        posterSrcSet: event.image_srcset,
        interrupted: event.stream_state === 'reconnecting',
        hidesEnd: event.score_hidden,
      })}
      {sides(event) && <Scoring event={event} onChoose={show} />}
    </div>
  );
}

/** The poster in the player's place with one message on it. */
function Frame({ watch: { event, view } }: { watch: Watch }) {
  return (
    <section className="frame on-media" style={teamColours(event)} aria-label={fullTitle(event)}>
      <EventPicture event={event} sizes="100vw" />
      <div className="frame__m" role="status">
        <FrameMessage kind={view.kind} />
      </div>
    </section>
  );
}

function FrameMessage({ kind }: { kind: View['kind'] }) {
  if (kind === 'blocked') {
    return (
      <Message title={<Trans>This content is not available in your region</Trans>}>
        <Trans>The rights for this game do not cover the place you are watching from.</Trans>
      </Message>
    );
  }
  if (kind === 'starting') {
    return (
      <Message title={<Trans>The picture is on its way</Trans>} busy>
        <Trans>The game is live. Playback begins here by itself in a moment.</Trans>
      </Message>
    );
  }
  if (kind === 'processing') {
    return (
      <Message title={<Trans>The recording is being prepared</Trans>} busy>
        <Trans>The game is over. You can watch it here in full as soon as it is ready.</Trans>
      </Message>
    );
  }
  return (
    <Message title={<Trans>There is no recording of this game</Trans>}>
      <Trans>It was not sent, or its recording is no longer offered.</Trans>
    </Message>
  );
}

function Message({ title, busy = false, children }: { title: ReactNode; busy?: boolean; children: ReactNode }) {
  return (
    <>
      {busy && <span className="frame__spin" aria-hidden="true" />}
      <p className="frame__t">{title}</p>
      <p>{children}</p>
    </>
  );
}
