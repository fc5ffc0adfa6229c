import { useLingui } from '@lingui/react/macro';
import { Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { counter } from '#/entities/duration';
import { Deck } from '../control/deck';
import { Remote } from '../control/remote';
import type { Stretch } from '../logic/stretch';
import { PlayerContext, type PlayerHandle, usePlayer, usePlayerState } from './context';
import { PlayerButton } from './controls';
import { Overlay } from './overlay';
import { Surface } from './surface';
import { MuteButton } from './volume';
import '../player.css';

/** What whoever shows a preview may do with it. Positions are seconds on the source's timeline. */
export interface PreviewControl {
  video: HTMLVideoElement;
  /** Shows the picture at a position, and stands. */
  show: (position: number) => void;
  playFrom: (position: number) => void;
  /** Length of one picture, in seconds. */
  frame: () => number;
}

export interface PreviewProps {
  label: string;
  url: string;
  stretch: Stretch;
  onReady: (control: PreviewControl) => void;
  onRenew: () => void;
}

/** A small player that shows one stretch of a source again and again. */
export function Preview({ label, url, stretch, onReady, onRenew }: PreviewProps) {
  const root = useRef<HTMLElement>(null);
  const [handle] = useState(createHandle);
  usePreview(handle, root, { url, stretch, onReady, onRenew });
  return (
    <PlayerContext value={handle}>
      <section ref={root} className="player" aria-label={label} tabIndex={-1}>
        <Surface poster="" wake={doNothing} />
        <Overlay />
        <div className="p-ui">
          <div className="p-bar">
            <PlayButton />
            <MuteButton />
            <Position />
          </div>
        </div>
      </section>
    </PlayerContext>
  );
}

function createHandle(): PlayerHandle {
  const deck = new Deck();
  return { deck, remote: new Remote(deck) };
}

function doNothing() {}

type Shown = Omit<PreviewProps, 'label'>;

function usePreview({ deck }: PlayerHandle, root: { current: HTMLElement | null }, shown: Shown): void {
  const { url, stretch, onReady, onRenew } = shown;
  useEffect(() => {
    const video = root.current?.querySelector('video');
    const canvas = root.current?.querySelector('canvas');
    if (!video || !canvas || !root.current) return;
    const release = deck.attach({ video, canvas, root: root.current });
    onReady({
      video,
      show: (position) => {
        deck.pause();
        deck.seek(position);
      },
      playFrom: (position) => {
        deck.seek(position);
        void deck.play();
      },
      frame: () => deck.engine?.frameLength() ?? 1 / 30,
    });
    return release;
  }, [deck, root, onReady]);
  useEffect(() => {
    deck.onRenew = onRenew;
  }, [deck, onRenew]);
  useEffect(() => {
    void deck.open({ item: 'preview', url, live: false, stretch });
  }, [deck, url, stretch]);
}

function PlayButton() {
  const { remote } = usePlayer();
  const { t } = useLingui();
  const playing = usePlayerState((s) => s.phase === 'play' || s.phase === 'seek');
  const Icon = playing ? Pause : Play;
  return (
    <PlayerButton className="pb--play" label={playing ? t`Pause` : t`Play`} onClick={() => remote.togglePlay()}>
      <Icon className="i i-fill" aria-hidden="true" />
    </PlayerButton>
  );
}

/** How far into the stretch, of how much. */
function Position() {
  const at = usePlayerState((s) => Math.max(0, Math.floor(s.position - s.span.start)));
  const length = usePlayerState((s) => Math.round(s.span.end - s.span.start));
  return (
    <span className="p-time">
      {counter(at)}
      <span className="p-time__all"> / {counter(length)}</span>
    </span>
  );
}
