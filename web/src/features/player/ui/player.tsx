import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Settings } from '#/api/types';
import { Deck } from '../control/deck';
import { inThisBrowser, type Places } from '../control/keeper';
import { bindMediaSession } from '../control/media-session';
import { type Moment, Remote } from '../control/remote';
import type { Source } from '../control/source';
import type { Viewed } from '../control/viewing';
import type { Film } from '../logic/film';
import { isVeiled } from '../logic/signed-url';
import { PlayerContext, type PlayerHandle } from './context';
import { Controls } from './controls';
import { KeyHelp } from './key-help';
import type { Mark } from './marks';
import { Notices } from './notices';
import { Offers } from './offers';
import { Overlay } from './overlay';
import '../player.css';
import './dock.css';
import { Surface } from './surface';
import { useAutoHide } from './use-auto-hide';
import { useKeys } from './use-keys';
import { useViewing } from './use-viewing';

export interface PlayerProps {
  source: Source;
  /** What analytics is told was watched; absent for what is not measured. */
  viewed?: Viewed | undefined;
  /** The channel's, by which it is measured. */
  settings?: Settings;
  /** The game, for lock screens and media keys. */
  title: string;
  artist: string;
  poster: string;
  posterSrcSet?: string | undefined;
  posterPlaceholder?: string | undefined;
  /** The server says that the encoder is gone and may return. */
  interrupted: boolean;
  /** Nothing shows how long a recording is; a veiled source says so itself. */
  hidesEnd?: boolean;
  /** What is marked on the timeline. */
  marks?: readonly Mark[];
  /** The storyboard and the chapters of a film or game. */
  film?: Film;
  /** Where places are kept; in this browser, where nothing else is said. */
  places?: Places;
  /** The playhead on the wall clock, epoch milliseconds, a few times a second; null while unknown. */
  onPlayhead?: (playhead: number | null) => void;
  /** The signature of the source is refused: pass a fresh one. */
  onRenew: () => void;
  /** Receives the way to play from a moment on the wall clock. */
  onReady?: (seekToMoment: (moment: number) => void) => void;
  /** Receives the way to have a clip made that ends at a moment on the wall clock; null where none can be made. */
  onClips?: (clipUntil: ((moment: number) => void) | null) => void;
  /** Shown before the source plays. Until it is gone the source is not opened, and keys are its own. */
  before?: ReactNode;
  /** Makes a clip; absent where none can be made. */
  onClip?: ((moment: Moment) => void) | undefined;
  /** What else works on the player; it shows nothing. */
  children?: ReactNode;
}

/** The video player: picture, controls, keys and messages. */
export function Player(props: PlayerProps) {
  const { t } = useLingui();
  const root = useRef<HTMLElement>(null);
  const [handle] = useState(createHandle);
  const [help, setHelp] = useState(false);
  const { quiet, wake } = useAutoHide(handle, root);
  const { size, colour, back } = useStore(handle.deck.store, (s) => s.cues);
  const onKeyDown = useKeys(handle, wake);
  useDeck(handle, props, root);
  useEffect(() => {
    handle.remote.onHelp = () => setHelp(true);
  }, [handle]);
  return (
    <PlayerContext value={handle}>
      {/* biome-ignore lint/a11y/noNoninteractiveElementInteractions: keys work wherever the focus is inside */}
      <section
        ref={root}
        className="player"
        aria-label={t`Video player`}
        data-quiet={quiet || undefined}
        data-cues={`${size} ${colour} ${back}`}
        // A click on the picture puts the focus here, so that keys work; it is no stop for Tab.
        tabIndex={-1}
        onKeyDown={props.before ? undefined : onKeyDown}
      >
        <Surface
          poster={props.poster}
          posterSrcSet={props.posterSrcSet}
          posterPlaceholder={props.posterPlaceholder}
          wake={wake}
        />
        {props.before ?? (
          <>
            <Offers />
            <Overlay />
            <Notices />
            <Controls clips={props.onClip !== undefined} marks={props.marks} film={props.film} />
            {help && <KeyHelp clips={props.onClip !== undefined} onClose={() => setHelp(false)} />}
          </>
        )}
        {props.children}
      </section>
    </PlayerContext>
  );
}

function createHandle(): PlayerHandle {
  const deck = new Deck();
  return { deck, remote: new Remote(deck) };
}

/** Binds the deck to its elements and keeps it in step with the page. */
function useDeck({ deck, remote }: PlayerHandle, props: PlayerProps, root: { current: HTMLElement | null }): void {
  const { source, interrupted, onPlayhead, onRenew, onReady, onClip, onClips, title, artist, poster, posterSrcSet } =
    props;
  const { item, url, live, at, stretch } = source;
  const { places = inThisBrowser } = props;
  const hidesEnd = props.hidesEnd || isVeiled(url);
  useEffect(() => {
    const video = root.current?.querySelector('video');
    const canvas = root.current?.querySelector('canvas');
    return video && canvas && root.current ? deck.attach({ video, canvas, root: root.current }) : undefined;
  }, [deck, root]);
  useViewing(deck, source, props.viewed, props.settings);
  useEffect(() => {
    deck.onRenew = onRenew;
  }, [deck, onRenew]);
  useEffect(() => {
    deck.keeper.places = places;
  }, [deck, places]);
  const held = props.before !== undefined;
  useEffect(() => {
    if (!held) void deck.open({ item, url, live, at, stretch });
  }, [deck, held, item, url, live, at, stretch]);
  useEffect(() => {
    remote.onClip = onClip ?? null;
  }, [remote, onClip]);
  useEffect(() => onReady?.((moment) => remote.seekToMoment(moment)), [remote, onReady]);
  const clips = onClip !== undefined;
  useEffect(() => onClips?.(clips ? (moment) => remote.clipUntil(moment) : null), [remote, onClips, clips]);
  useEffect(() => deck.setInterrupted(interrupted), [deck, interrupted]);
  useEffect(() => deck.patch({ hidesEnd }), [deck, hidesEnd]);
  useEffect(
    () =>
      deck.store.subscribe((state, before) => {
        if (state.playhead !== before.playhead) onPlayhead?.(state.playhead);
      }),
    [deck, onPlayhead],
  );
  useEffect(
    () => bindMediaSession(deck, remote, { title, artist, artwork: poster, artworkSet: posterSrcSet }),
    [deck, remote, title, artist, poster, posterSrcSet],
  );
}
