import type { Language } from '#/api/types';

/** A label and a value with a colon as each language spaces it, or the one of them that there is. As `text.Labelled` on the server. */
export function labelled(lang: Language, label: string, value: string): string {
  return [label, value].filter(Boolean).join(lang === 'fr' ? '\u00a0: ' : ': ');
}
