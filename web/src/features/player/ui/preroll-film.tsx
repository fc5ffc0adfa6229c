import { Trans, useLingui } from '@lingui/react/macro';
import { ExternalLink, Pause, Play, SkipForward, VolumeX } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { counter } from '#/entities/duration';
import { announce } from '#/ui/announcer';
import { commandFor } from '../logic/keys';
import { usePlayer, usePlayerState } from './context';
import { FullscreenButton, PlayerButton } from './controls';
import type { PlayableAd } from './preroll';
import { type AdPlayback, useAdPlayback } from './preroll-playback';
import { focusedKind } from './use-keys';
import { MuteButton } from './volume';

interface PrerollFilmProps {
  ad: PlayableAd;
  onShown: () => void;
  /** `seen` says that it was shown to its end, or as far as it must be. */
  onOver: (seen: boolean) => void;
}

/** One advertisement in the game's place, with the few controls that it may have. */
export function PrerollFilm({ ad, onShown, onOver }: PrerollFilmProps) {
  const { t } = useLingui();
  const root = useRef<HTMLDivElement>(null);
  const leave = (seen: boolean) => {
    // The focus must not be lost with the button that was pressed.
    if (root.current?.contains(document.activeElement)) root.current.closest('section')?.focus({ preventScroll: true });
    onOver(seen);
  };
  const playback = useAdPlayback(ad, { onShown, onOver: leave });
  const { video, state } = playback;
  const onKeyDown = useAdKeys(playback);
  useEffect(() => {
    if (state.shown) announce(t`Advertisement`);
  }, [state.shown, t]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys work wherever the focus is inside
    <div ref={root} className="ad" data-shown={state.shown || undefined} onKeyDown={onKeyDown}>
      {/* biome-ignore lint/a11y/useMediaCaption: an advertisement brings none */}
      <video ref={video} src={ad.media.url} playsInline preload="auto" aria-label={t`Advertisement`} />
      {/* biome-ignore lint/a11y: a larger target for what the button and the keys do */}
      <div className="ad__tap" onClick={playback.toggle} />
      {state.blocked && (
        <div className="p-mid">
          <button type="button" className="p-play" aria-label={t`Play`} onClick={playback.toggle}>
            <Play className="i i-fill" aria-hidden="true" />
          </button>
        </div>
      )}
      {!state.shown && !state.blocked && <span className="p-spin ad-wait" />}
      {state.shown && <Unmute />}
      {(state.shown || state.blocked) && <AdBar ad={ad} playback={playback} />}
    </div>
  );
}

function AdBar({ ad, playback }: { ad: PlayableAd; playback: AdPlayback }) {
  const { t } = useLingui();
  const { state } = playback;
  return (
    <div className="ad__bar">
      <Badge left={state.length === null ? null : Math.ceil(state.length - state.position)} />
      <Visit ad={ad} onVisit={playback.visit} />
      <span className="ad__controls">
        <PlayerButton label={state.paused ? t`Play` : t`Pause`} onClick={playback.toggle}>
          {state.paused ? (
            <Play className="i i-fill" aria-hidden="true" />
          ) : (
            <Pause className="i i-fill" aria-hidden="true" />
          )}
        </PlayerButton>
        <MuteButton />
        <FullscreenButton />
      </span>
      <Skip after={ad.skip_after} position={state.position} onSkip={playback.skip} />
      <Progress at={state.length === null ? 0 : state.position / state.length} />
    </div>
  );
}

/** That it is an advertisement, and how much longer. */
function Badge({ left }: { left: number | null }) {
  return (
    <p className="ad__badge">
      <b>
        <Trans context="badge">Ad</Trans>
      </b>
      {left !== null && <span> · {counter(Math.max(0, left))}</span>}
    </p>
  );
}

function Visit({ ad: { click_url, sponsor }, onVisit }: { ad: PlayableAd; onVisit: () => void }) {
  const { t } = useLingui();
  // What an ad server or a pack says was checked by the server; a page leads nowhere else all the same.
  if (!click_url.startsWith('https://')) return <span className="ad__visit">{sponsor && <b>{sponsor}</b>}</span>;
  return (
    <a className="ad__visit" href={click_url} target="_blank" rel="noopener sponsored" onClick={onVisit}>
      <b>{sponsor || t`Visit the advertiser`}</b>
      <ExternalLink className="i" aria-hidden="true" />
      <span className="vh">{t`(opens in a new tab)`}</span>
    </a>
  );
}

/** Browsers start without sound where they must: one press brings it, for the game too. */
function Unmute() {
  const { remote } = usePlayer();
  const shown = usePlayerState((s) => s.autoMuted && s.muted);
  if (!shown) return null;
  return (
    <button type="button" className="p-unmute ad__unmute" onClick={() => remote.toggleMute()}>
      <VolumeX className="i" aria-hidden="true" />
      <Trans>Tap to unmute</Trans>
    </button>
  );
}

/** The way past it, once it may be passed; how long until then before. */
function Skip({ after, position, onSkip }: { after: number | null; position: number; onSkip: () => void }) {
  const { t } = useLingui();
  const wait = after === null ? null : Math.max(0, Math.ceil(after - position));
  const ready = wait === 0;
  useEffect(() => {
    if (ready) announce(t`You can skip the advertisement`);
  }, [ready, t]);
  if (wait === null) return null;
  if (!ready) {
    return (
      <p className="ad__skip ad__skip--wait">
        <Trans>Skip in {wait} s</Trans>
      </p>
    );
  }
  return (
    <button type="button" className="ad__skip" onClick={onSkip}>
      <Trans>Skip ad</Trans>
      <SkipForward className="i i-fill" aria-hidden="true" />
    </button>
  );
}

function Progress({ at }: { at: number }) {
  return (
    <span className="ad__progress" aria-hidden="true">
      <span style={{ scale: `${Math.min(1, Math.max(0, at))} 1` }} />
    </span>
  );
}

/** The player's keys, as far as an advertisement has what they do. */
function useAdKeys({ toggle }: AdPlayback) {
  const { remote } = usePlayer();
  return (event: KeyboardEvent<HTMLElement>) => {
    const command = commandFor(event, focusedKind(event.target as HTMLElement));
    if (!command) return;
    if (command.kind === 'toggle-play') toggle();
    else if (command.kind === 'toggle-mute' || command.kind === 'toggle-fullscreen' || command.kind === 'volume-by')
      remote.run(command);
    else return;
    event.preventDefault();
  };
}
