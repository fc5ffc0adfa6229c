import { Trans, useLingui } from '@lingui/react/macro';
import {
  Captions,
  Cast,
  EllipsisVertical,
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  RotateCcw,
  RotateCw,
  Scissors,
  Settings,
  Undo2,
} from 'lucide-react';
import { type ButtonHTMLAttributes, useRef, useState } from 'react';
import { counter } from '#/entities/duration';
import { canFullscreen, canPictureInPicture } from '../control/screen';
import { NO_CAPTION } from '../control/state';
import type { Mark } from '../logic/clusters';
import type { Film } from '../logic/film';
import { SEEK_JUMP } from '../logic/keys';
import { spanLength } from '../logic/live';
import { usePlayer, usePlayerState } from './context';
import { LiveButton } from './live-button';
import { SettingsPanel } from './settings';
import { Timeline } from './timeline';
import { Volume } from './volume';

interface ControlsProps {
  clips?: boolean;
  marks: readonly Mark[] | undefined;
  film: Film | undefined;
}

/** The row of controls under the timeline. What is for wide players only is in the sheet behind "More" on narrow ones. */
export function Controls({ clips = false, marks, film }: ControlsProps) {
  const error = usePlayerState((s) => s.error !== null);
  const settings = useSettings();
  if (error) return null;
  return (
    <>
      <div className="p-ui">
        <Timeline marks={marks} film={film} />
        <div className="p-bar">
          <PlayButton />
          <JumpButtons />
          <Volume />
          <Position />
          <LiveButton />
          <span className="grow" />
          {clips && <ClipButton />}
          <CaptionsButton />
          {settings.buttons}
          <ScreensButton />
          <PictureInPictureButton />
          <FullscreenButton />
        </div>
      </div>
      {settings.panel}
    </>
  );
}

interface PlayerButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  label: string;
}

/** An icon button of the player; the tooltip is its name. */
export function PlayerButton({ label, className = '', ...rest }: PlayerButtonProps) {
  return <button type="button" className={`pb ${className}`} aria-label={label} title={label} {...rest} />;
}

export function PlayButton() {
  const { remote } = usePlayer();
  const { t } = useLingui();
  const phase = usePlayerState((s) => s.phase);
  const playing = usePlayerState((s) => s.phase === 'play' || (s.phase === 'seek' && !s.blocked));
  if (phase === 'complete') {
    return (
      <PlayerButton className="pb--play" label={t`Watch again`} onClick={() => remote.replay()}>
        <Undo2 className="i" aria-hidden="true" />
      </PlayerButton>
    );
  }
  return (
    <PlayerButton className="pb--play" label={playing ? t`Pause` : t`Play`} onClick={() => remote.togglePlay()}>
      {playing ? <Pause className="i i-fill" aria-hidden="true" /> : <Play className="i i-fill" aria-hidden="true" />}
    </PlayerButton>
  );
}

export function JumpButtons() {
  const { remote } = usePlayer();
  const { t } = useLingui();
  return (
    <>
      <PlayerButton className="pb--jump" label={t`Back ${SEEK_JUMP} seconds`} onClick={() => remote.seekBy(-SEEK_JUMP)}>
        <RotateCcw className="i" aria-hidden="true" />
        <span aria-hidden="true">{SEEK_JUMP}</span>
      </PlayerButton>
      <PlayerButton
        className="pb--jump"
        label={t`Forward ${SEEK_JUMP} seconds`}
        onClick={() => remote.seekBy(SEEK_JUMP)}
      >
        <RotateCw className="i" aria-hidden="true" />
        <span aria-hidden="true">{SEEK_JUMP}</span>
      </PlayerButton>
    </>
  );
}

/** Position in the event; a recording also shows its length. */
export function Position() {
  const { t } = useLingui();
  const at = usePlayerState((s) => Math.max(0, Math.floor(s.position - s.span.start)));
  const length = usePlayerState((s) => Math.floor(spanLength(s.span)));
  const withoutEnd = usePlayerState((s) => s.live || s.hidesEnd);
  return (
    <span className="p-time">
      <span className="vh">{t`Position`} </span>
      {counter(at)}
      {!withoutEnd && <span className="p-time__all"> / {counter(length)}</span>}
    </span>
  );
}

function ClipButton() {
  const { remote } = usePlayer();
  return (
    <button type="button" className="p-clip" aria-keyshortcuts="X" onClick={() => remote.clip()}>
      <Scissors className="i" aria-hidden="true" />
      <span>
        <Trans context="button">Clip</Trans>
      </span>
    </button>
  );
}

function CaptionsButton() {
  const { remote } = usePlayer();
  const { t } = useLingui();
  const available = usePlayerState((s) => s.captions.length > 0);
  const on = usePlayerState((s) => s.caption !== NO_CAPTION);
  if (!available) return null;
  return (
    <PlayerButton className="wide" label={t`Captions`} aria-pressed={on} onClick={() => remote.toggleCaptions()}>
      <Captions className="i" aria-hidden="true" />
    </PlayerButton>
  );
}

/** One panel, two ways in: settings on wide players, the sheet with everything else on narrow ones. */
function useSettings() {
  const { t } = useLingui();
  const [open, setOpen] = useState<'panel' | 'sheet' | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  const show = (as: 'panel' | 'sheet') => (event: { currentTarget: HTMLElement }) => {
    opener.current = event.currentTarget;
    setOpen(open ? null : as);
  };
  const close = () => {
    setOpen(null);
    opener.current?.focus();
  };
  const state = { 'aria-haspopup': 'dialog', 'aria-expanded': open !== null } as const;
  const buttons = (
    <>
      <PlayerButton className="wide" label={t`Settings`} onClick={show('panel')} {...state}>
        <Settings className="i" aria-hidden="true" />
      </PlayerButton>
      <PlayerButton className="narrow" label={t`More controls`} onClick={show('sheet')} {...state}>
        <EllipsisVertical className="i" aria-hidden="true" />
      </PlayerButton>
    </>
  );
  const panel = open && <SettingsPanel as={open} opener={opener.current} onClose={close} />;
  return { buttons, panel };
}

function ScreensButton() {
  const { remote } = usePlayer();
  const { t } = useLingui();
  const screens = usePlayerState((s) => s.screens);
  if (screens === 'none') return null;
  return (
    <PlayerButton
      className="wide"
      label={t`Another screen`}
      aria-pressed={screens === 'used'}
      onClick={() => remote.chooseScreen()}
    >
      <Cast className="i" aria-hidden="true" />
    </PlayerButton>
  );
}

function PictureInPictureButton() {
  const { remote } = usePlayer();
  const { t } = useLingui();
  const on = usePlayerState((s) => s.pictureInPicture);
  if (!canPictureInPicture()) return null;
  return (
    <PlayerButton
      className="wide"
      label={t`Picture in picture`}
      aria-pressed={on}
      onClick={() => remote.togglePictureInPicture()}
    >
      <PictureInPicture2 className="i" aria-hidden="true" />
    </PlayerButton>
  );
}

export function FullscreenButton() {
  const { remote, deck } = usePlayer();
  const { t } = useLingui();
  const on = usePlayerState((s) => s.fullscreen);
  // The surface exists once the player is mounted; the phase changes then at the latest.
  usePlayerState((s) => s.phase);
  const video = deck.surface?.video;
  if (video && !canFullscreen(video)) return null;
  return (
    <PlayerButton label={on ? t`Exit full screen` : t`Full screen`} onClick={() => remote.toggleFullscreen()}>
      {on ? <Minimize className="i" aria-hidden="true" /> : <Maximize className="i" aria-hidden="true" />}
    </PlayerButton>
  );
}
