import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import type { Preroll } from '#/api/types';
import type { Advertised } from '#/entities/preroll';
import { useBootstrap } from '#/lib/channel';
import { lazy } from '#/lib/lazy';
import { Player, type PlayerProps } from './player';
import { usePlaces } from './use-places';

/** What is to be played begins without an advertisement that shows no picture by then, for whatever reason. */
const PATIENCE_MS = 3000;

const Show = lazy(async () => ({ default: (await import('./preroll')).PrerollShow }));

export interface AdvertisedPlayerProps extends Omit<PlayerProps, 'before' | 'places' | 'settings'> {
  /** What pre-rolls go by; absent where its viewer is shown none. Only what it is at first counts. */
  ads?: Advertised | undefined;
}

/**
 * The player of a page: it begins where its viewer left, on whichever device, and may show an advertisement before it plays for
 * the first time. Another game is another player.
 */
export function AdvertisedPlayer({ ads, ...props }: AdvertisedPlayerProps) {
  const { live, at, stretch } = props.source;
  const places = usePlaces(!stretch);
  const { settings } = useBootstrap();
  const before = usePreroll(at ? undefined : ads, live);
  if (!places) return <div className="watch__wait" />;
  return <Player before={before} places={places} settings={settings} {...props} />;
}

/**
 * What is shown before something plays; nothing from when it is over, and for who asked for a moment of their own. The server
 * says who is shown any; the code comes only where there is one of this kind of stream.
 */
function usePreroll(ads: Advertised | undefined, live: boolean): ReactNode | undefined {
  const { prerolls } = useBootstrap().settings;
  const [first] = useState(() => (prerolls.some((preroll) => ofKind(preroll, live)) ? ads : undefined));
  const [stage, setStage] = useState<'waiting' | 'shown' | 'over'>(first ? 'waiting' : 'over');
  const onShown = useCallback(() => setStage((now) => (now === 'over' ? now : 'shown')), []);
  const onOver = useCallback(() => setStage('over'), []);
  useEffect(() => {
    if (stage !== 'waiting') return;
    const timer = setTimeout(onOver, PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [stage, onOver]);
  if (!first || stage === 'over') return undefined;
  return (
    <Suspense fallback={<span />}>
      <Show ads={first} live={live} onShown={onShown} onOver={onOver} />
    </Suspense>
  );
}

function ofKind({ for_live, for_vod }: Preroll, live: boolean): boolean {
  return live ? for_live : for_vod;
}
