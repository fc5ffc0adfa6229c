import { useLingui } from '@lingui/react/macro';
import { Suspense } from 'react';
import { counter } from '#/entities/duration';
import { timeText } from '#/entities/time';
import { viewerZone } from '#/entities/zones';
import { lazy } from '#/lib/lazy';
import { chapterAt, type Film } from '../logic/film';
import { positionAt, type Span } from '../logic/live';
import { usePlayer, usePlayerState } from './context';

const Scene = lazy(async () => ({ default: (await import('./scene')).Scene }));

interface PeekProps {
  fraction: number;
  span: Span;
  film: Film | undefined;
}

/**
 * What is at a place of the timeline, kept inside the line: its picture and chapter where it has them, and how far in it is.
 * Live it also says what time it was. Of what hides its end nothing is shown that is ahead. Room for a picture is kept where
 * there is one for sure.
 */
export function Peek({ fraction, span, film }: PeekProps) {
  const { deck } = usePlayer();
  const { i18n } = useLingui();
  const live = usePlayerState((s) => s.live);
  const hidesEnd = usePlayerState((s) => s.hidesEnd);
  const position = positionAt(span, fraction);
  const at = position - span.start;
  const clock = live ? (deck.engine?.wallClock(position) ?? null) : null;
  const lang = i18n.locale === 'fr' ? 'fr' : 'en';
  const shown = hidesEnd ? undefined : film;
  const chapter = shown?.chapters[chapterAt(shown.chapters, at)];
  const pictured = shown !== undefined && shown.storyboard !== '';
  const x = `${(fraction * 100).toFixed(3)}%`;
  return (
    <span className="tl__pop" style={{ left: `clamp(var(--half), ${x}, calc(100% - var(--half)))` }} aria-hidden="true">
      {pictured && (
        <Suspense fallback={!shown.grows && <span className="tl__room" />}>
          <Scene url={shown.storyboard} grows={shown.grows} at={at} onRenew={deck.onRenew} />
        </Suspense>
      )}
      <b>{counter(at)}</b>
      {chapter && <small>{chapter.title}</small>}
      {clock !== null && <small>{timeText(clock / 1000, lang, viewerZone())}</small>}
    </span>
  );
}
