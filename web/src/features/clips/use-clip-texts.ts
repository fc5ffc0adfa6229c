import { useLingui } from '@lingui/react';
import type { Clip, Language } from '#/api/types';
import { fullDateText, lengthText } from '#/entities/time';
import { viewerZone } from '#/entities/zones';

/** Lengths and dates of clips in the visitor's language. */
export function useClipTexts() {
  const { i18n } = useLingui();
  const lang: Language = i18n.locale === 'fr' ? 'fr' : 'en';
  return {
    length: ({ duration }: Pick<Clip, 'duration'>) => lengthText(Math.max(1, duration), lang),
    day: (at: string) => fullDateText(Date.parse(at) / 1000, lang, viewerZone()),
  };
}
