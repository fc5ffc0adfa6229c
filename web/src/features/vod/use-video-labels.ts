import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Video } from '#/api/types';
import { dateText, lengthText } from '#/entities/time';
import { publishedAt, type VideoAccess, videoAccess } from '#/entities/video';
import { useEventLabels } from '#/ui/event-labels';

/** The words that every picture of a video needs, in the visitor's language and zone. */
export function useVideoLabels() {
  const { t } = useLingui();
  const { lang, zone, now } = useEventLabels();
  const access: Record<VideoAccess, string> = {
    free: t`Free`,
    own: t`Included`,
    login: t`Log in to watch`,
    paid: t`Subscribers`,
    on_hold: t`On hold`,
    blocked: t`Not in your region`,
  };
  return {
    date: (video: Video) => dateText(publishedAt(video), lang, zone, now),
    length: (seconds: number | null) => (seconds ? lengthText(seconds, lang) : ''),
    parts: (video: Video) => {
      const count = video.vod_media_items.length;
      return count > 1 ? plural(count, { one: '# part', other: '# parts' }) : '';
    },
    access: (video: Video) => ({ is: videoAccess(video), text: access[videoAccess(video)] }),
  };
}
