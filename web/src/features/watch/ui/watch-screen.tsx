import { type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import type { EventDetail } from '#/api/types';
import type { ClipUntil } from '#/entities/proposed-clip';
import { lazy } from '#/lib/lazy';
import { usePictureAwaited } from '#/lib/slow-line';
import type { Session } from '../logic/view';
import { createPlayhead, PlayheadContext } from '../playhead';
import { useHead } from '../use-head';
import { useWatch, type Watch, watchOf } from '../use-watch';
import { GameHeader } from './game-header';
import type { Mark } from './key-moments';
import { ScreenError, ScreenSkeleton } from './screen-states';
import { Stage } from './stage';
import '#/ui/stage.css';
import '../watch.css';

const Further = lazy(async () => ({ default: (await import('./further')).Further }));

/** What the page asks of a player. The route file puts one in, so that this feature knows none. */
export interface PlayerSlot {
  session: Session;
  event: EventDetail;
  title: string;
  artist: string;
  poster: string;
  posterSrcSet: string;
  posterPlaceholder: string;
  /** The encoder is gone and may return. */
  interrupted: boolean;
  /** How long a recording is would tell how the game went. */
  hidesEnd: boolean;
  /** Key moments up to the playhead, for the timeline. */
  marks: readonly Mark[];
  onPlayhead: (playhead: number | null) => void;
  onRenew: () => void;
  /** Receives the way to move playback to a moment on the wall clock. */
  onReady: (show: (moment: number) => void) => void;
  /** Receives the way to have a clip made; null where none can be made. */
  onClips: (clipUntil: ClipUntil | null) => void;
}

export type RenderPlayer = (slot: PlayerSlot) => ReactNode;

/** Draws the stage of a game that may be heard and not watched. */
export type RenderListen = (watch: Watch, onRenew: () => void) => ReactNode;

/** What other features have to say of a game. */
export interface Extras {
  listen?: RenderListen;
  /** Beside sharing it. */
  actions?: (event: EventDetail) => ReactNode;
  /** Beneath it. */
  below?: (event: EventDetail) => ReactNode;
}

/** The page of one event in every state it can have. */
export function WatchScreen({ id, player, ...extras }: { id: number; player: RenderPlayer } & Extras) {
  const { state, refetch } = useWatch(id);
  if (state.kind === 'pending') return <ScreenSkeleton />;
  if (state.kind === 'failed') {
    return <ScreenError error={state.error} onRetry={refetch} />;
  }
  // Everything below belongs to one event: another one starts afresh.
  return <Game key={id} watch={state.watch} player={player} onRenew={refetch} {...extras} />;
}

function Game(props: ScreenProps) {
  useHead(props.watch.event);
  return <Screen {...props} />;
}

/** The screen of an event as it is given: nothing is asked, nothing follows it, and the page keeps its own title. */
export function WatchPreview({ event, player }: { event: EventDetail; player: RenderPlayer }) {
  return <Screen watch={useMemo(() => watchOf(event), [event])} player={player} onRenew={doNothing} />;
}

function doNothing() {}

interface ScreenProps extends Extras {
  watch: Watch;
  player: RenderPlayer;
  onRenew: () => void;
}

function Screen({ watch, player, onRenew, listen, actions, below }: ScreenProps) {
  const [playhead] = useState(createPlayhead);
  const [show, setShow] = useState<(moment: number) => void>(() => () => undefined);
  const onReady = useCallback((go: (moment: number) => void) => setShow(() => go), []);
  const [clip, setClip] = useState<ClipUntil | null>(null);
  const onClips = useCallback((make: ClipUntil | null) => setClip(() => make), []);
  // A second is as fine as a score needs, and saves three of four renderings.
  const onPlayhead = useCallback(
    (at: number | null) => playhead.setState({ at: at === null ? null : Math.floor(at / 1000) * 1000 }),
    [playhead],
  );
  const awaited = usePictureAwaited();
  const slot = useMemo(() => ({ onPlayhead, onRenew, onReady, onClips }), [onPlayhead, onRenew, onReady, onClips]);
  return (
    <PlayheadContext value={playhead}>
      <div className="watch-page">
        <Stage watch={watch} player={player} slot={slot} show={show} clip={clip} listen={listen} />
        <GameHeader watch={watch} actions={awaited ? null : actions?.(watch.event)} />
        {!awaited && (
          <Suspense>
            <Further event={watch.event} watching={watch.session !== null}>
              {below?.(watch.event)}
            </Further>
          </Suspense>
        )}
      </div>
    </PlayheadContext>
  );
}
