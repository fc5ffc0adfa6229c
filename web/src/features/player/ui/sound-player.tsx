import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import { PlayerContext } from './context';
import { JumpButtons, PlayButton, Position } from './controls';
import { LiveButton } from './live-button';
import { Notices } from './notices';
import { Overlay } from './overlay';
import type { PlayerProps } from './player';
import { Timeline } from './timeline';
import { createHandle, useDeck } from './use-deck';
import { Volume } from './volume';
import '../player.css';
import './sound.css';

type SoundPlayerProps = Pick<
  PlayerProps,
  'source' | 'title' | 'artist' | 'poster' | 'posterSrcSet' | 'interrupted' | 'hidesEnd' | 'onRenew'
> & {
  /** Behind the words. */
  picture: ReactNode;
  /** Why there is no picture. */
  children: ReactNode;
};

/** The player of a source without pictures. */
export function SoundPlayer({ picture, children, ...props }: SoundPlayerProps) {
  const { t } = useLingui();
  const root = useRef<HTMLElement>(null);
  const [handle] = useState(createHandle);
  useDeck(handle, props, root);
  return (
    <PlayerContext value={handle}>
      <section ref={root} className="player player--sound" aria-label={t`Audio player`}>
        <div className="player__v">
          {picture}
          {/* biome-ignore lint/a11y/useMediaCaption: captions are not signed for listeners */}
          <video playsInline preload="auto" crossOrigin="anonymous" hidden />
          <canvas hidden />
        </div>
        {children}
        <Overlay sound />
        <Notices />
        <Controls />
      </section>
    </PlayerContext>
  );
}

function Controls() {
  return (
    <div className="p-ui">
      <Timeline marks={undefined} film={undefined} />
      <div className="p-bar">
        <PlayButton />
        <JumpButtons />
        <Volume />
        <Position />
        <LiveButton />
      </div>
    </div>
  );
}
