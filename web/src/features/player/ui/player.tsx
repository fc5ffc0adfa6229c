import { useLingui } from '@lingui/react/macro';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Settings } from '#/api/types';
import type { ClipUntil } from '#/entities/proposed-clip';
import { lazy } from '#/lib/lazy';
import type { Places } from '../control/keeper';
import type { Moment } from '../control/remote';
import type { Source } from '../control/source';
import type { Viewed } from '../control/viewing';
import type { Mark } from '../logic/clusters';
import type { Film } from '../logic/film';
import { PlayerContext } from './context';
import { Controls } from './controls';
import { Notices } from './notices';
import { Offers } from './offers';
import { Overlay } from './overlay';
import '../player.css';
import './dock.css';
import { Surface } from './surface';
import { useAutoHide } from './use-auto-hide';
import { createHandle, useDeck } from './use-deck';
import { useKeys } from './use-keys';

const KeyHelp = lazy(async () => ({ default: (await import('./key-help')).KeyHelp }));

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
  /** Receives the way to have a clip made; null where none can be made. */
  onClips?: (clipUntil: ClipUntil | null) => void;
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
  useKeys(handle, root, wake, props.before !== undefined);
  useDeck(handle, props, root);
  useEffect(() => {
    handle.remote.onHelp = () => setHelp(true);
  }, [handle]);
  return (
    <PlayerContext value={handle}>
      <section
        ref={root}
        className="player"
        aria-label={t`Video player`}
        data-quiet={quiet || undefined}
        data-cues={`${size} ${colour} ${back}`}
        // A click on the picture puts the focus here, so that keys work; it is no stop for Tab.
        tabIndex={-1}
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
            {help && (
              <Suspense>
                <KeyHelp clips={props.onClip !== undefined} onClose={() => setHelp(false)} />
              </Suspense>
            )}
          </>
        )}
        {props.children}
      </section>
    </PlayerContext>
  );
}
