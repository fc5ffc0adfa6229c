import { Trans, useLingui } from '@lingui/react/macro';
import { Cast, Play, RadioTower, VolumeX, WifiOff } from 'lucide-react';
import { Button } from '#/ui/button';
import { StaticBlock } from '#/ui/static-block';
import type { PlayerState } from '../control/state';
import { usePlayer, usePlayerState } from './context';

type Shown = 'error' | 'elsewhere' | 'slate' | 'interrupted' | 'reconnecting' | 'slow' | 'play' | 'waiting' | 'nothing';

/** The one message over the picture. The picture itself stays: the last frame is better than black. */
function choose(s: PlayerState): Shown {
  if (s.error) return 'error';
  if (s.screens === 'used') return 'elsewhere';
  if (s.interrupted && (s.waiting || !s.begun)) return 'slate';
  // The last seconds that came are still to be seen.
  if (s.interrupted && s.atEdge) return 'interrupted';
  if (s.reconnecting && (s.waiting || !s.begun)) return 'reconnecting';
  if (s.blocked) return 'play';
  if (s.slow && s.waiting) return 'slow';
  if (s.waiting || (s.phase === 'ready' && !s.begun)) return 'waiting';
  return 'nothing';
}

/** `sound` is of what has no picture. */
export function Overlay({ sound = false }: { sound?: boolean }) {
  const shown = usePlayerState(choose);
  return (
    <>
      <div className="p-mid" data-shown={shown}>
        {shown === 'error' && <ErrorMessage />}
        {shown === 'elsewhere' && <Elsewhere />}
        {shown === 'slate' && <Slate sound={sound} />}
        {shown === 'interrupted' && <Interrupted sound={sound} />}
        {shown === 'reconnecting' && <Reconnecting />}
        {shown === 'slow' && <SlowLine />}
        {shown === 'play' && <BigPlay />}
        {shown === 'waiting' && <span className="p-spin" />}
      </div>
      <Unmute />
    </>
  );
}

function ErrorMessage() {
  const { remote } = usePlayer();
  const code = usePlayerState((s) => s.error?.code);
  return (
    <div className="p-msg" role="alert">
      <p className="p-msg__t">
        <Trans>Oops! We are currently experiencing technical difficulties</Trans>
      </p>
      <Hint code={code} />
      <StaticBlock name="player_help" className="p-help" />
      <p>
        <Trans>Code {code}</Trans>
      </p>
      <Button onClick={() => remote.retry()}>
        <Trans>Retry</Trans>
      </Button>
    </div>
  );
}

/** What somebody can do about it, where there is anything. */
function Hint({ code = '' }: { code: string | undefined }) {
  if (code === 'P-ACCESS') {
    return (
      <p>
        <Trans>You no longer have access, or you were logged out.</Trans>
      </p>
    );
  }
  if (code === 'P-CODEC') {
    return (
      <p>
        <Trans>This browser cannot play the video. Try another one, or update it.</Trans>
      </p>
    );
  }
  if (code === 'P-NET' || code === 'P-STALL') {
    return (
      <p>
        <Trans>Your connection may be lost or too slow.</Trans>
      </p>
    );
  }
  return null;
}

function Elsewhere() {
  return (
    <div className="p-msg p-msg--slim">
      <Cast className="i i-24" aria-hidden="true" />
      <p className="p-msg__t">
        <Trans>Playing on another screen</Trans>
      </p>
    </div>
  );
}

/** Over the last picture while there is none to follow it. The controls stay: what was sent can be watched again. */
function Slate({ sound }: { sound: boolean }) {
  return (
    <div className="p-slate">
      <RadioTower className="i" aria-hidden="true" />
      <BackSoon title="p-slate__t" sound={sound} />
      <span className="p-slate__b" aria-hidden="true" />
    </div>
  );
}

function Interrupted({ sound }: { sound: boolean }) {
  return (
    <div className="p-msg p-msg--slim">
      <RadioTower className="i i-24" aria-hidden="true" />
      <BackSoon title="p-msg__t" sound={sound} />
    </div>
  );
}

function BackSoon({ title, sound }: { title: string; sound: boolean }) {
  return (
    <>
      <p className={title}>
        {sound ? (
          <Trans>The sound will be back in a moment</Trans>
        ) : (
          <Trans>The picture will be back in a moment</Trans>
        )}
      </p>
      <p>
        <Trans>The camera lost its connection. Playback will resume automatically.</Trans>
      </p>
    </>
  );
}

function Reconnecting() {
  return (
    <div className="p-msg p-msg--slim">
      <WifiOff className="i i-24" aria-hidden="true" />
      <p className="p-msg__t">
        <Trans>Reconnecting</Trans>
      </p>
    </div>
  );
}

/** The line is there and brings too little: nothing is to be done but to wait, or to choose a smaller picture. */
function SlowLine() {
  return (
    <div className="p-msg p-msg--slim">
      <span className="p-spin" aria-hidden="true" />
      <p className="p-msg__t">
        <Trans>Slow connection</Trans>
      </p>
    </div>
  );
}

function BigPlay() {
  const { remote } = usePlayer();
  const { t } = useLingui();
  return (
    <button type="button" className="p-play" aria-label={t`Play`} onClick={() => remote.play()}>
      <Play className="i i-fill" aria-hidden="true" />
    </button>
  );
}

/** Browsers start without sound where they must: one press brings it. */
function Unmute() {
  const { remote } = usePlayer();
  const shown = usePlayerState((s) => s.autoMuted && s.error === null);
  if (!shown) return null;
  return (
    <button type="button" className="p-unmute" onClick={() => remote.toggleMute()}>
      <VolumeX className="i" aria-hidden="true" />
      <Trans>Tap to unmute</Trans>
    </button>
  );
}
