import { Trans, useLingui } from '@lingui/react/macro';
import { Cast, Keyboard, PictureInPicture2, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { canPictureInPicture } from '../control/screen';
import { NO_CAPTION } from '../control/state';
import { AUTO, type Quality } from '../engine/engine';
import { SPEEDS } from '../logic/speed';
import { usePlayer, usePlayerState } from './context';
import { PlayerButton } from './controls';
import { useDialog } from './use-dialog';
import { MuteButton, VolumeSlider } from './volume';

interface SettingsProps {
  /** A panel above its button, or a sheet from the bottom of a phone. */
  as: 'panel' | 'sheet';
  opener: HTMLElement | null;
  onClose: () => void;
}

/** Speed, quality, captions and keys; the sheet also has what a narrow player leaves out. */
export function SettingsPanel({ as, opener, onClose }: SettingsProps) {
  const { t } = useLingui();
  const ref = useRef<HTMLDialogElement>(null);
  const setting = usePlayerState((s) => s.setting);
  useDialog(ref, as === 'sheet', opener, onClose);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  return (
    <dialog
      ref={ref}
      className={`p-set p-set--${as}`}
      aria-label={t`Settings`}
      onKeyDown={onKeyDown}
      onCancel={onClose}
    >
      <div className="p-set__h">
        <b>
          <Trans>Settings</Trans>
        </b>
        <PlayerButton label={t`Close`} onClick={onClose}>
          <X className="i" aria-hidden="true" />
        </PlayerButton>
      </div>
      {as === 'sheet' && <NarrowControls onClose={onClose} />}
      <SpeedChoice />
      <QualityChoice />
      <CaptionChoice />
      {setting}
      <KeysButton onClose={onClose} />
    </dialog>
  );
}

function NarrowControls({ onClose }: { onClose: () => void }) {
  const { remote } = usePlayer();
  const screens = usePlayerState((s) => s.screens);
  return (
    <>
      <div className="p-set__row">
        <MuteButton />
        <VolumeSlider />
      </div>
      {screens !== 'none' && (
        <button
          type="button"
          className="p-set__act"
          onClick={() => {
            onClose();
            remote.chooseScreen();
          }}
        >
          <Cast className="i" aria-hidden="true" />
          <Trans>Another screen</Trans>
        </button>
      )}
      {canPictureInPicture() && (
        <button
          type="button"
          className="p-set__act"
          onClick={() => {
            onClose();
            remote.togglePictureInPicture();
          }}
        >
          <PictureInPicture2 className="i" aria-hidden="true" />
          <Trans>Picture in picture</Trans>
        </button>
      )}
    </>
  );
}

interface ChoiceProps<T> {
  title: string;
  options: { value: T; label: ReactNode }[];
  value: T;
  onChange: (value: T) => void;
}

function Choice<T extends string | number>(props: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset className="p-set__f">
      <legend>{props.title}</legend>
      <div className="p-set__o">
        {props.options.map(({ value, label }) => (
          <label key={value}>
            <input type="radio" name={name} checked={value === props.value} onChange={() => props.onChange(value)} />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function SpeedChoice() {
  const { remote } = usePlayer();
  const { t, i18n } = useLingui();
  const speed = usePlayerState((s) => s.speed);
  const options = SPEEDS.map((value) => ({ value, label: value === 1 ? t`Normal` : `${i18n.number(value)}×` }));
  return <Choice title={t`Speed`} options={options} value={speed} onChange={(value) => remote.setSpeed(value)} />;
}

function QualityChoice() {
  const { remote } = usePlayer();
  const { t } = useLingui();
  const qualities = usePlayerState((s) => s.qualities);
  const quality = usePlayerState((s) => s.quality);
  if (qualities.length < 2) return null;
  const best = qualities.toSorted((a, b) => b.height - a.height || b.bitrate - a.bitrate);
  const options = [{ value: AUTO, label: t`Auto` }, ...best.map((q) => ({ value: q.id, label: qualityName(q) }))];
  return <Choice title={t`Quality`} options={options} value={quality} onChange={(id) => remote.setQuality(id)} />;
}

function qualityName({ height, bitrate }: Quality): string {
  return height > 0 ? `${height}p` : `${Math.round(bitrate / 1000)} kb/s`;
}

function CaptionChoice() {
  const { remote } = usePlayer();
  const { t } = useLingui();
  const captions = usePlayerState((s) => s.captions);
  const caption = usePlayerState((s) => s.caption);
  if (captions.length === 0) return null;
  const options = [{ value: NO_CAPTION, label: t`Off` }, ...captions.map((c) => ({ value: c.id, label: c.label }))];
  return (
    <>
      <Choice title={t`Captions`} options={options} value={caption} onChange={(id) => remote.setCaption(id)} />
      <CueChoices />
    </>
  );
}

/** How captions look, folded away: most never ask. */
function CueChoices() {
  const { remote } = usePlayer();
  const { t } = useLingui();
  const { size, colour, back } = usePlayerState((s) => s.cues);
  const sizes = { small: t`Small`, normal: t`Normal`, large: t`Large`, larger: t`Very large` };
  const colours = { white: t`White`, yellow: t`Yellow`, cyan: t`Cyan`, green: t`Green` };
  const backs = { none: t`None`, shade: t`Shade`, solid: t`Solid` };
  return (
    <details className="p-set__d">
      <summary>
        <Trans>Caption style</Trans>
      </summary>
      <Choice title={t`Size`} options={named(sizes)} value={size} onChange={(to) => remote.setCues({ size: to })} />
      <Choice
        title={t`Colour`}
        options={named(colours)}
        value={colour}
        onChange={(to) => remote.setCues({ colour: to })}
      />
      <Choice
        title={t`Background`}
        options={named(backs)}
        value={back}
        onChange={(to) => remote.setCues({ back: to })}
      />
    </details>
  );
}

/** Options in the order in which they are written. */
function named<T extends string>(labels: Record<T, string>): { value: T; label: string }[] {
  return (Object.keys(labels) as T[]).map((value) => ({ value, label: labels[value] }));
}

function KeysButton({ onClose }: { onClose: () => void }) {
  const { remote } = usePlayer();
  return (
    <button
      type="button"
      className="p-set__act"
      onClick={() => {
        onClose();
        remote.onHelp();
      }}
    >
      <Keyboard className="i" aria-hidden="true" />
      <Trans>Keyboard shortcuts</Trans>
    </button>
  );
}
