import { Trans, useLingui } from '@lingui/react/macro';
import { Play, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { EventSummary } from '#/api/types';
import { fullTitle, status } from '#/entities/event';
import { announce } from '#/ui/announcer';
import { Button } from '#/ui/button';
import { EventPicture } from '#/ui/event-picture';
import { useVersus } from '#/ui/use-versus';
import './next-card.css';

/** How long a viewer has until the next game plays, in seconds. */
export const WAIT = 10;

interface NextCardProps {
  game: EventSummary;
  /** Whether it plays without being asked. */
  automatic: boolean;
  onAutomatic: (automatic: boolean) => void;
  onPlay: () => void;
  onCancel: () => void;
}

/** The game that plays next, over the last picture of the one that ended. It tells no score. */
export function NextCard({ game, automatic, onAutomatic, onPlay, onCancel }: NextCardProps) {
  const { t } = useLingui();
  const name = fullTitle(game, useVersus());
  const left = useCountdown(automatic, onPlay);
  const told = automatic ? t`Next: ${name}. It plays in ${WAIT} seconds.` : t`Next: ${name}`;
  const [first] = useState(told);
  useEffect(() => announce(first), [first]);
  return (
    <section className="nx on-media" aria-label={t`Up next`}>
      <div className="nx__p" aria-hidden="true">
        <EventPicture event={game} sizes="160px" />
      </div>
      <div className="nx__w">
        <p className="nx__h">
          {status(game) === 'live' ? <Trans>Next, live now</Trans> : <Trans>Next</Trans>}
          {automatic && <span className="nx__s">{t`in ${left} s`}</span>}
        </p>
        <p className="nx__t">{name}</p>
        <div className="nx__b">
          <Button onClick={onPlay}>
            <Play className="i i-fill" aria-hidden="true" />
            <Trans>Play now</Trans>
          </Button>
          <Button look="line" onClick={onCancel}>
            <X className="i" aria-hidden="true" />
            <Trans>Cancel</Trans>
          </Button>
        </div>
        <label className="ck nx__a">
          <input type="checkbox" checked={automatic} onChange={(event) => onAutomatic(event.currentTarget.checked)} />
          <Trans>Autoplay</Trans>
        </label>
      </div>
    </section>
  );
}

/** Seconds until `onOver` is called. They pass while the page is seen. */
function useCountdown(running: boolean, onOver: () => void): number {
  const [left, setLeft] = useState(WAIT);
  const over = useRef(onOver);
  useEffect(() => {
    over.current = onOver;
  }, [onOver]);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => document.hidden || setLeft((seconds) => Math.max(0, seconds - 1)), 1000);
    return () => clearInterval(timer);
  }, [running]);
  useEffect(() => {
    if (running && left === 0) over.current();
  }, [running, left]);
  return left;
}
