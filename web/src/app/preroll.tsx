import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from 'react';
import type { EventDetail, Preroll } from '#/api/types';
import { useBootstrap } from '#/lib/channel';

/** The game begins without an advertisement that shows no picture by then, for whatever reason. */
const PATIENCE_MS = 3000;

const Show = lazy(async () => ({ default: (await import('#/features/player/ui/preroll')).PrerollShow }));

/**
 * What is shown before a game plays for the first time; nothing from when it is over, and for who asked for a moment of
 * their own. The server says who is shown any; the code comes only where there is one of this kind of stream.
 */
export function usePreroll(event: EventDetail, live: boolean, at: number | undefined): ReactNode | undefined {
  const { prerolls } = useBootstrap().settings;
  const [stage, setStage] = useState<'waiting' | 'shown' | 'over'>(() =>
    event.ads && !at && prerolls.some((preroll) => ofKind(preroll, live)) ? 'waiting' : 'over',
  );
  const onShown = useCallback(() => setStage((now) => (now === 'over' ? now : 'shown')), []);
  const onOver = useCallback(() => setStage('over'), []);
  useEffect(() => {
    if (stage !== 'waiting') return;
    const timer = setTimeout(onOver, PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [stage, onOver]);
  if (stage === 'over') return undefined;
  return (
    <Suspense fallback={<span />}>
      <Show event={event} live={live} onShown={onShown} onOver={onOver} />
    </Suspense>
  );
}

function ofKind({ for_live, for_vod }: Preroll, live: boolean): boolean {
  return live ? for_live : for_vod;
}
