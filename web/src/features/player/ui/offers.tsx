import { Trans, useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { counter, spokenTotal } from '#/entities/duration';
import { spanLength } from '../logic/live';
import type { StartPoint } from '../logic/resume';
import { usePlayer, usePlayerState } from './context';
import { PlayerButton } from './controls';

/** The choice goes by itself when nobody is at it: the timeline offers the same places. */
const SHOWN_MS = 20_000;

/** Where a late viewer may begin: live, from the start, or where they left. */
export function Offers() {
  const { remote } = usePlayer();
  const { t } = useLingui();
  const offers = usePlayerState((s) => s.offers);
  const begin = usePlayerState((s) => s.begin);
  const begun = usePlayerState((s) => s.begun && s.error === null);
  const box = useRef<HTMLDivElement>(null);
  const shown = begun && offers.length > 0;
  useEffect(() => {
    if (!shown) return;
    const timer = setInterval(() => {
      if (!box.current?.matches(':hover, :focus-within')) remote.dismissOffers();
    }, SHOWN_MS);
    return () => clearInterval(timer);
  }, [shown, remote]);
  if (!shown) return null;
  return (
    <div ref={box} className="p-join" role="group" aria-label={t`Where to start`}>
      <Missed />
      <div className="p-join__o">
        {offers.map((offer) => (
          <Offer key={offer} at={offer} now={offer === begin} />
        ))}
      </div>
      <PlayerButton label={t`Close`} onClick={() => remote.dismissOffers()}>
        <X className="i" aria-hidden="true" />
      </PlayerButton>
    </div>
  );
}

function Missed() {
  const { i18n } = useLingui();
  const live = usePlayerState((s) => s.live);
  const length = usePlayerState((s) => Math.floor(spanLength(s.span) / 60) * 60);
  const resumeAt = usePlayerState((s) => s.resumeAt);
  const late = spokenTotal(length, i18n.locale);
  const at = counter(resumeAt);
  return <p>{live ? <Trans>You joined {late} in</Trans> : <Trans>You left at {at}</Trans>}</p>;
}

function Offer({ at, now }: { at: StartPoint; now: boolean }) {
  const { remote } = usePlayer();
  const { t } = useLingui();
  const resumeAt = usePlayerState((s) => counter(s.resumeAt));
  const label = { live: t`Live`, start: t`From start`, resume: t`Resume at ${resumeAt}` }[at];
  const choose = () => (now ? remote.dismissOffers() : remote.begin(at));
  return (
    <button type="button" aria-pressed={now} onClick={choose}>
      {label}
    </button>
  );
}
