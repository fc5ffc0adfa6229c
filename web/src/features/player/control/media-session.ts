import { SEEK_JUMP } from '../logic/keys';
import { spanLength } from '../logic/live';
import type { Deck } from './deck';
import type { Remote } from './remote';

export interface NowPlaying {
  title: string;
  /** Channel or competition. */
  artist: string;
  artwork: string;
  /** Its widths, as a srcset of pictures that are 16 by 9. */
  artworkSet?: string | undefined;
}

type Handlers = Partial<Record<MediaSessionAction, MediaSessionActionHandler>>;

/** Shows the event on lock screens and media keys and obeys them, until the returned function is called. */
export function bindMediaSession(deck: Deck, remote: Remote, now: NowPlaying): () => void {
  if (!('mediaSession' in navigator)) return () => undefined;
  const session = navigator.mediaSession;
  session.metadata = new MediaMetadata({ title: now.title, artist: now.artist, artwork: artworkOf(now) });
  const handlers: Handlers = {
    play: () => remote.play(),
    pause: () => remote.pause(),
    stop: () => remote.pause(),
    seekbackward: ({ seekOffset }) => remote.seekBy(-(seekOffset ?? SEEK_JUMP)),
    seekforward: ({ seekOffset }) => remote.seekBy(seekOffset ?? SEEK_JUMP),
    seekto: ({ seekTime }) => remote.seekTo(deck.state.span.start + (seekTime ?? 0)),
  };
  setHandlers(session, handlers);
  const stop = deck.store.subscribe((state, before) => {
    if (state.phase !== before.phase) session.playbackState = state.phase === 'play' ? 'playing' : 'paused';
    if (Math.floor(state.position) !== Math.floor(before.position)) report(session, deck);
  });
  return () => {
    stop();
    session.metadata = null;
    session.playbackState = 'none';
    setHandlers(session, Object.fromEntries(Object.keys(handlers).map((name) => [name, null])));
  };
}

/** Every width with its size, so that a watch does not load what a television needs. */
export function artworkOf({ artwork, artworkSet = '' }: NowPlaying): MediaImage[] {
  const sized = [...artworkSet.matchAll(/(\S+) (\d+)w/g)].map(([, src = '', width]) => ({
    src,
    sizes: `${width}x${Math.round((Number(width) * 9) / 16)}`,
  }));
  if (sized.length > 0) return sized;
  return artwork ? [{ src: artwork }] : [];
}

function setHandlers(session: MediaSession, handlers: Record<string, MediaSessionActionHandler | null>): void {
  for (const [action, handler] of Object.entries(handlers)) {
    try {
      session.setActionHandler(action as MediaSessionAction, handler);
    } catch {
      // An action this browser does not know: it has no key for it either.
    }
  }
}

function report(session: MediaSession, deck: Deck): void {
  const { span, position, speed, hidesEnd, live } = deck.state;
  // A lock screen would show the length.
  if (hidesEnd && !live) return session.setPositionState();
  const duration = spanLength(span);
  if (duration <= 0) return;
  session.setPositionState({
    duration,
    playbackRate: speed,
    position: Math.min(Math.max(0, position - span.start), duration),
  });
}
