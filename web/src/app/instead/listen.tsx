import { Trans } from '@lingui/react/macro';
import { Headphones } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { fullTitle, status } from '#/entities/event';
import { Leased } from '#/features/leases/leased';
import { SoundPlayer } from '#/features/player/ui/sound-player';
import type { Sound, View } from '#/features/watch/logic/view';
import { FrameMessageView, Opening } from '#/features/watch/ui/frame-message-view';
import type { Watch } from '#/features/watch/use-watch';
import { useBootstrap } from '#/lib/channel';
import { Button } from '#/ui/button';
import { EventPicture } from '#/ui/event-picture';
import { teamColours } from '#/ui/scorebug';
import { useVersus } from '#/ui/use-versus';
import '#/ui/stage.css';

type Blocked = Extract<View, { kind: 'blocked' }>;

interface ListenProps {
  watch: Watch;
  /** The signature of the sound is refused: asks for the event again. */
  onRenew: () => void;
}

/** The stage of a game whose picture the viewer’s place forbids, and whose sound it permits. */
export function Listen({ watch: { event, view }, onRenew }: ListenProps) {
  const [listening, setListening] = useState(false);
  const blocked: Blocked = view.kind === 'blocked' ? view : { kind: 'blocked' };
  const sound = useLast(blocked.sound ?? null);
  const { name } = useBootstrap().settings.channel;
  const title = fullTitle(event, useVersus());
  const picture = <EventPicture event={event} sizes="100vw" />;
  if (!listening || !sound) {
    return (
      <section className="frame on-media" style={teamColours(event)} aria-label={title}>
        {picture}
        <div className="frame__m">
          {sound ? (
            <Words view={blocked}>
              <Button onClick={() => setListening(true)}>
                <Headphones className="i" aria-hidden="true" />
                <Trans context="button">Listen</Trans>
              </Button>
            </Words>
          ) : (
            <Silent event={event} view={blocked} />
          )}
        </div>
      </section>
    );
  }
  return (
    <div className="watch" style={teamColours(event)}>
      <Leased event={event} onRenew={onRenew}>
        {(place) => (
          <SoundPlayer
            source={{ item: `sound-${event.id}`, url: place.addressOf(sound.url), live: sound.live }}
            title={title}
            artist={name}
            poster={event.image}
            posterSrcSet={event.image_srcset}
            interrupted={event.stream_state === 'reconnecting'}
            hidesEnd={event.score_hidden}
            onRenew={place.onRenew}
            picture={picture}
          >
            <div className="frame__m">
              <Words view={blocked} />
            </div>
          </SoundPlayer>
        )}
      </Leased>
    </div>
  );
}

/** The last sound that was there: between the end of a game and its recording there may be no address. */
function useLast(sound: Sound | null): Sound | null {
  const [last, setLast] = useState(sound);
  if (sound && (sound.url !== last?.url || sound.live !== last.live)) setLast(sound);
  return last;
}

/** Why there is no picture, and when there is one. */
function Words({ view: { unknown, opens }, children }: { view: Blocked; children?: ReactNode }) {
  return (
    <>
      <p className="frame__t">
        {unknown ? (
          <Trans>The picture is not available here, because we cannot tell where you are</Trans>
        ) : (
          <Trans>The picture is not available in your region</Trans>
        )}
      </p>
      <p>
        <Trans>You can listen to this game.</Trans> {opens && <Opening opens={opens} />}
      </p>
      {children && <div className="acts">{children}</div>}
    </>
  );
}

/** There is nothing to hear yet, or nothing any more. */
function Silent({ event, view }: { event: Watch['event']; view: Blocked }) {
  if (status(event) === 'finished') return <FrameMessageView view={view} />;
  return (
    <>
      <p className="frame__t">
        <Trans>The picture is not available in your region</Trans>
      </p>
      <p>
        <Trans>You can listen to this game here once it is live.</Trans>
      </p>
    </>
  );
}
