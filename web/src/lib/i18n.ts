import { i18n, type Messages } from '@lingui/core';
import type { Language } from '#/api/types';
import { writeCookie } from './cookie';
import { type Area, areas, type Catalogue, catalogues, openMessages } from './i18n-catalogues';
import { local, storageTtlMs } from './storage';
import { usualWords, type Words } from './usual-words';

export const languages: readonly Language[] = ['en', 'fr'];

const openAreas = new Set<Area>();

/** The language that was chosen last. It becomes the app's once its texts are loaded. */
let chosen = '';

/**
 * Loads the texts of an area, which then follow the language, also one that is on its way. Screens that have texts there
 * wait for it.
 */
export async function loadTexts(area: Area): Promise<void> {
  openAreas.add(area);
  const wanted = [i18n.locale, chosen].filter(isLanguage);
  await Promise.all(wanted.map(async (one) => i18n.load(one, await messagesOf(one, [areas[area]]))));
}

/** The messages of some catalogues, in the channel's words. */
async function messagesOf(language: Language, wanted: Catalogue[]): Promise<Messages> {
  const [own, ...loaded] = await Promise.all([
    ownMessages(language),
    ...wanted.map(async (catalogue) => (await catalogue[language]()).messages),
  ]);
  return Object.assign({}, ...loaded, own) as Messages;
}

let words = usualWords;

/** Speaks in the words of the channel from now on, in whichever language. */
export async function speakInWords(wanted: Words): Promise<void> {
  words = wanted;
  const language = i18n.locale;
  if (isLanguage(language)) i18n.load(language, await ownMessages(language));
}

/** Messages that the channel says in words of its own; none for one with the usual ones. */
async function ownMessages(language: Language): Promise<Messages> {
  const kinds = Object.entries(usualWords) as [keyof Words, string][];
  if (kinds.every(([name, usual]) => words[name] === usual)) return {};
  const [{ messages }, { inWords }] = await Promise.all([openMessages[language](), import('./words')]);
  return inWords(messages, words);
}

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

/**
 * Loads the catalogue and makes every text of the app follow. False: another language was chosen meanwhile, and that one
 * takes effect.
 */
export async function activateLanguage(language: Language): Promise<boolean> {
  chosen = language;
  if (i18n.locale === language) return true;
  i18n.load(language, await messagesOf(language, [catalogues, ...[...openAreas].map((area) => areas[area])]));
  if (chosen !== language) return false;
  i18n.activate(language);
  document.documentElement.lang = language;
  return true;
}

/** Lets the language of the address hold for the next page too, which may carry none. */
export function rememberAskedLanguage(): void {
  const asked = askedLanguage();
  if (asked) rememberLanguage(asked);
}

/** Remembers the choice; the cookie lets the server paint the next page in the same language. */
export function rememberLanguage(language: Language): void {
  local.save('language', language);
  writeCookie(`lang=${language};path=/;max-age=${storageTtlMs / 1000};samesite=lax`);
}
