import { useEffect, useMemo, useRef, useState } from 'react';
import { get } from '#/api/client';
import type { Ad, Preroll } from '#/api/types';
import { type Advertised, chosen, isSpared, readSeen, withSeen } from '#/entities/preroll';
import { useBootstrap } from '#/lib/channel';
import { useUser } from '#/lib/session';
import { local } from '#/lib/storage';
import { AdReport } from '../control/preroll';
import { PrerollFilm } from './preroll-film';
import './preroll.css';

const SEEN = 'prerolls';

export interface PrerollShowProps {
  ads: Advertised;
  live: boolean;
  /** There is something to look at, or to press. */
  onShown: () => void;
  /** What it is before begins. */
  onOver: () => void;
}

/** Chooses a pre-roll and shows it; where there is none to show, what it is before begins at once. */
export function PrerollShow({ ads, live, onShown, onOver }: PrerollShowProps) {
  const { settings } = useBootstrap();
  const viewer = useUser()?.id ?? 0;
  const [preroll] = useState(() => {
    const before = { live, locationId: ads.location_id, categoryId: ads.event_category_id };
    const spared = isSpared(readSeen(local.load(SEEN)), viewer, ads.id, Date.now(), settings.preroll_suppression);
    return spared ? null : chosen(settings.prerolls, before, Math.random());
  });
  const ad = useAd(preroll, onOver);
  if (!ad) return <span className="p-spin ad-wait" />;
  const over = (seen: boolean) => {
    if (seen) {
      const kept = readSeen(local.load(SEEN));
      local.save(SEEN, withSeen(kept, viewer, ads.id, Date.now(), settings.preroll_suppression));
    }
    onOver();
  };
  return <PrerollFilm ad={ad} onShown={onShown} onOver={over} />;
}

/** What the pre-roll plays, once it is known; `onNone` is called where that is nothing. */
function useAd(preroll: Preroll | null, onNone: () => void): PlayableAd | null {
  const [answer, setAnswer] = useState<PlayableAd | null>(null);
  const none = useRef(onNone);
  useEffect(() => {
    none.current = onNone;
  }, [onNone]);
  const own = useMemo(() => (preroll?.kind === 'video' ? filmOf(preroll) : null), [preroll]);
  useEffect(() => {
    if (own) return;
    if (!preroll) {
      none.current();
      return;
    }
    const stop = new AbortController();
    get<Ad>(`/prerolls/${preroll.id}`, undefined, { signal: stop.signal })
      .then((ad) => {
        if (isPlayable(ad)) return setAnswer(ad);
        new AdReport(ad).tell('error', 0, ad.error ?? undefined);
        none.current();
      })
      .catch(() => {
        if (!stop.signal.aborted) none.current();
      });
    return () => stop.abort();
  }, [preroll, own]);
  return own ?? answer;
}

export type PlayableAd = Ad & { media: NonNullable<Ad['media']> };

function isPlayable(ad: Ad): ad is PlayableAd {
  return ad.media !== null;
}

function filmOf({ url, skip_after, click_url, sponsor }: Preroll): PlayableAd {
  const media = { url, width: 0, height: 0 };
  return { media, error: null, duration: null, skip_after, click_url, sponsor, events: [] };
}
