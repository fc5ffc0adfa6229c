import { useLingui } from '@lingui/react/macro';
import { Volume1, Volume2, VolumeX } from 'lucide-react';
import { usePlayer, usePlayerState } from './context';
import { PlayerButton } from './controls';

/** Mute with a slider beside it, on wide players. */
export function Volume() {
  return (
    <span className="p-vol wide">
      <MuteButton />
      <VolumeSlider />
    </span>
  );
}

export function MuteButton() {
  const { remote } = usePlayer();
  const { t } = useLingui();
  const muted = usePlayerState((s) => s.muted || s.volume === 0);
  const low = usePlayerState((s) => s.volume < 0.5);
  const Icon = muted ? VolumeX : low ? Volume1 : Volume2;
  return (
    <PlayerButton label={muted ? t`Unmute` : t`Mute`} onClick={() => remote.toggleMute()}>
      <Icon className="i" aria-hidden="true" />
    </PlayerButton>
  );
}

export function VolumeSlider() {
  const { remote } = usePlayer();
  const { t, i18n } = useLingui();
  const volume = usePlayerState((s) => (s.muted ? 0 : s.volume));
  return (
    <input
      type="range"
      className="range"
      min={0}
      max={1}
      step={0.05}
      value={volume}
      aria-label={t`Volume`}
      aria-valuetext={i18n.number(volume, { style: 'percent' })}
      style={{ '--at': volume } as React.CSSProperties}
      onChange={(event) => remote.setVolume(event.currentTarget.valueAsNumber)}
    />
  );
}
