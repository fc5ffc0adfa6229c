import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Maximize2, Pause, Play, Undo2, X } from 'lucide-react';
import { useEffect } from 'react';
import { announce } from '#/ui/announcer';
import { usePlayer, usePlayerState } from './context';
import { PlayerButton } from './controls';

interface DockProps {
  id: number;
  title: string;
  onClose: () => void;
}

/** What a player in the corner can be asked for. */
export function DockBar({ id, title, onClose }: DockProps) {
  const { t } = useLingui();
  useEffect(() => announce(t`Playing in the corner`), [t]);
  return (
    <div className="dock">
      <DockPlay />
      <DockTitle id={id} title={title} />
      <DockEnds id={id} onClose={onClose} />
    </div>
  );
}

/** What stands in the corner once somebody may not watch any more. */
export function DockLost({ id, title, onClose }: DockProps) {
  return (
    <section className="dock dock--lost" aria-label={title}>
      <p role="alert">
        <b>{title}</b>
        <Trans>You no longer have access, or you were logged out.</Trans>
      </p>
      <DockEnds id={id} onClose={onClose} />
    </section>
  );
}

function DockPlay() {
  const { remote } = usePlayer();
  const { t } = useLingui();
  const over = usePlayerState((s) => s.phase === 'complete');
  const playing = usePlayerState((s) => s.phase === 'play' || s.phase === 'seek');
  const label = over ? t`Watch again` : playing ? t`Pause` : t`Play`;
  const Icon = over ? Undo2 : playing ? Pause : Play;
  return (
    <PlayerButton label={label} onClick={() => remote.togglePlay()}>
      <Icon className={over ? 'i' : 'i i-fill'} aria-hidden="true" />
    </PlayerButton>
  );
}

function DockTitle({ id, title }: Pick<DockProps, 'id' | 'title'>) {
  const live = usePlayerState((s) => s.live);
  const over = usePlayerState((s) => s.phase === 'complete');
  return (
    <p className="dock__t">
      <Link to="/watch/$id" params={{ id: String(id) }} tabIndex={-1}>
        {title}
      </Link>
      {(live || over) && <small>{over ? <Trans>The end</Trans> : <Trans>Live</Trans>}</small>}
    </p>
  );
}

function DockEnds({ id, onClose }: Pick<DockProps, 'id' | 'onClose'>) {
  const { t } = useLingui();
  return (
    <>
      <Link
        className="pb"
        to="/watch/$id"
        params={{ id: String(id) }}
        aria-label={t`Back to the large player`}
        title={t`Back to the large player`}
      >
        <Maximize2 className="i" aria-hidden="true" />
      </Link>
      <PlayerButton label={t`Close the player`} onClick={onClose}>
        <X className="i" aria-hidden="true" />
      </PlayerButton>
    </>
  );
}
