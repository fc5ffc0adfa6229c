import { Trans } from '@lingui/react/macro';
import { ExternalLink } from 'lucide-react';
import { Suspense, useCallback, useMemo } from 'react';
import { fullTitle } from '#/entities/event';
import { useBootstrap } from '#/lib/channel';
import { buttonClass } from '#/ui/button';
import { EventPicture } from '#/ui/event-picture';
import { OutsideLink } from '#/ui/outside-link';
import { teamColours } from '#/ui/scorebug';
import { Off } from '../lazy-off';
import type { View } from '../logic/view';
import { useHead } from '../use-head';
import { useWatch, type Watch } from '../use-watch';
import { FrameMessage } from './frame-message';
import { ScreenError } from './screen-states';
import type { RenderPlayer } from './watch-screen';
import '../watch.css';
import '#/ui/embed.css';
import { useVersus } from '#/ui/use-versus';

/**
 * The watch page for a frame on another site: the player fills it, and whatever it takes to watch is done on the channel's
 * own page, in a tab of its own, where people see whose page they type their password into.
 */
export function EmbedScreen({ id, player }: { id: number; player: RenderPlayer }) {
  const { state, refetch } = useWatch(id);
  if (state.kind === 'pending') return <div className="embed" aria-busy="true" />;
  if (state.kind === 'failed') {
    return <ScreenError error={state.error} onRetry={refetch} />;
  }
  return <Embedded key={id} watch={state.watch} player={player} onRenew={refetch} />;
}

function Embedded({ watch, player, onRenew }: { watch: Watch; player: RenderPlayer; onRenew: () => void }) {
  const { event, session } = watch;
  const { name } = useBootstrap().settings.channel;
  const title = fullTitle(event, useVersus());
  const nothing = useCallback(() => undefined, []);
  const slot = useMemo(
    () => ({ onPlayhead: nothing, onRenew, onReady: nothing, onClips: nothing }),
    [nothing, onRenew],
  );
  useHead(event);
  return (
    <div className="embed">
      <h1 className="vh">{title}</h1>
      {session ? (
        player({
          ...slot,
          session,
          event,
          title,
          artist: name,
          poster: event.image,
          posterSrcSet: event.image_srcset,
          posterPlaceholder: event.image_placeholder,
          hidesEnd: event.score_hidden,
          marks: [],
          interrupted: event.stream_state === 'reconnecting',
        })
      ) : (
        <Poster watch={watch} />
      )}
    </div>
  );
}

/** What stands in the player's place, with the way to the channel's own page. */
function Poster({ watch: { event, view } }: { watch: Watch }) {
  const { name } = useBootstrap().settings.channel;
  const versus = useVersus();
  return (
    <section className="frame on-media" style={teamColours(event)} aria-label={fullTitle(event, versus)}>
      <EventPicture event={event} sizes="100vw" />
      <div className="frame__m">
        <Sentence watch={{ event, view }} />
        <OutsideLink className={buttonClass()} href={`/watch/${event.id}`}>
          <ExternalLink className="i" aria-hidden="true" />
          <Trans>Open on {name}</Trans>
        </OutsideLink>
      </div>
    </section>
  );
}

const ownWords: ReadonlySet<View['kind']> = new Set(['blocked', 'starting', 'processing', 'unrecorded']);

function Sentence({ watch: { event, view } }: { watch: Pick<Watch, 'event' | 'view'> }) {
  const versus = useVersus();
  if (view.kind === 'off')
    return (
      <Suspense>
        <Off event={event} links={false} />
      </Suspense>
    );
  if (ownWords.has(view.kind)) return <FrameMessage view={view} />;
  return (
    <>
      <p className="frame__t">{fullTitle(event, versus)}</p>
      <p>{view.kind === 'upcoming' ? <Trans>The game plays here once it is live.</Trans> : event.access.message}</p>
    </>
  );
}
