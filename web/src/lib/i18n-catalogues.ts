import type { Messages } from '@lingui/core';
import type { Language } from '#/api/types';

/** The texts of an area, by language. */
export type Catalogue = Record<Language, () => Promise<{ messages: Messages }>>;

/** The texts that every visitor needs. */
export const catalogues: Catalogue = {
  en: () => import('#/locales/en/index.ts'),
  fr: () => import('#/locales/fr/index.ts'),
};

/** Texts that only some screens need. */
export type Area = 'account' | 'clips' | 'next';

export const areas: Record<Area, Catalogue> = {
  account: { en: () => import('#/locales/en/account.po'), fr: () => import('#/locales/fr/account.po') },
  clips: { en: () => import('#/locales/en/clips.po'), fr: () => import('#/locales/fr/clips.po') },
  next: { en: () => import('#/locales/en/next.po'), fr: () => import('#/locales/fr/next.po') },
};

/** The messages that depend on the channel's words. */
export const openMessages: Catalogue = {
  en: () => import('#/locales/en/words.ts'),
  fr: () => import('#/locales/fr/words.ts'),
};
