import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import type { EventDetail } from '#/api/types';
import { isRecorded, status, title } from '#/entities/event';
import { useTitle } from '#/lib/channel';
import { useEventLabels } from '#/ui/event-labels';
import { useVersus } from '#/ui/use-versus';

/** Names the page by the game and what it is now: in the tab, in history, in search results. */
export function useHead(event: EventDetail): void {
  const { t } = useLingui();
  const labels = useEventLabels();
  const game = title(event, useVersus());
  const [when, date] = [labels.starts(event, true), labels.date(event)];
  const recorded = isRecorded(event);
  const titles = {
    live: t`${game}, live`,
    upcoming: `${game}, ${when}`,
    finished: `${game}, ${labels.recording(event)}, ${date}`,
  };
  const [sport, place] = [labels.sport(event), event.location?.name ?? ''];
  const about = [sport, place].filter(Boolean).join(', ');
  const descriptions = {
    live: t`Watch ${game} live now. ${about}.`,
    upcoming: t`Watch ${game} live, ${when}. ${about}.`,
    finished: recorded ? t`Watch ${game} from ${date} on demand. ${about}.` : `${game}, ${date}. ${about}.`,
  };
  const is = status(event);
  useTitle(titles[is]);
  useDescription(descriptions[is]);
}

/** Sets the page's description until the page is left; the server wrote the first one. */
function useDescription(text: string): void {
  useEffect(() => {
    const meta = document.querySelector<HTMLMetaElement>('meta[name="description"]');
    if (!meta) return;
    const before = meta.content;
    meta.content = text;
    return () => {
      meta.content = before;
    };
  }, [text]);
}
