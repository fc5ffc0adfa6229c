import { useLingui } from '@lingui/react';
import { useQueryClient } from '@tanstack/react-query';
import type { Language } from '#/api/types';
import { useBootstrap } from './channel';
import { activateLanguage, isLanguage, rememberLanguage } from './i18n';
import { renewData } from './session';

export const languageNames: Record<Language, string> = { en: 'English', fr: 'Français' };

interface LanguageChoice {
  current: string;
  offered: Language[];
  /** Switches texts and data. Rejects when the catalogue cannot be loaded; nothing has changed then. */
  choose: (language: Language) => Promise<void>;
}

export function useLanguageChoice(): LanguageChoice {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const offered = useBootstrap().settings.languages.filter(isLanguage);
  const choose = async (language: Language) => {
    await activateLanguage(language);
    rememberLanguage(language);
    renewData(client, true);
  };
  return { current: i18n.locale, offered, choose };
}
