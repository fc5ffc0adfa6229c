import { i18n, type Messages } from '@lingui/core';
import type { Language } from '#/api/types';
import { local, storageTtlMs } from './storage';

export const languages: readonly Language[] = ['en', 'fr'];

const catalogues: Record<Language, () => Promise<{ messages: Messages }>> = {
  en: () => import('#/locales/en/index.ts'),
  fr: () => import('#/locales/fr/index.ts'),
};

export function isLanguage(value: unknown): value is Language {
  return value === 'en' || value === 'fr';
}

/** The language that the address asks for, as a search engine's or a friend's link may. */
function askedLanguage(): Language | null {
  const asked = new URLSearchParams(location.search).get('lang');
  return isLanguage(asked) ? asked : null;
}

/** The language this person asked for: the `lang` of the address, then an earlier choice. Null: the channel decides. */
export function chosenLanguage(): Language | null {
  const asked = askedLanguage();
  if (asked) return asked;
  const stored = local.load('language');
  return isLanguage(stored) ? stored : null;
}

/** Loads the catalogue and makes every text of the app follow. */
export async function activateLanguage(language: Language): Promise<void> {
  if (i18n.locale === language) return;
  const { messages } = await catalogues[language]();
  i18n.loadAndActivate({ locale: language, messages });
  document.documentElement.lang = language;
}

/** Lets the language of the address hold for the next page too, which may carry none. */
export function rememberAskedLanguage(): void {
  const asked = askedLanguage();
  if (asked) rememberLanguage(asked);
}

/** Remembers the choice; the cookie lets the server paint the next page in the same language. */
export function rememberLanguage(language: Language): void {
  local.save('language', language);
  // biome-ignore lint/suspicious/noDocumentCookie: the asynchronous cookie store is not in every supported browser
  document.cookie = `lang=${language};path=/;max-age=${storageTtlMs / 1000};samesite=lax`;
}
