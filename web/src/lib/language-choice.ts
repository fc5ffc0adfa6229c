import { useLingui } from '@lingui/react';
import { useQueryClient } from '@tanstack/react-query';
import { createStore, useStore } from 'zustand';
import type { Language } from '#/api/types';
import { useBootstrap } from './channel';
import { activateLanguage, isLanguage, rememberLanguage } from './i18n';
import { renewData } from './session';

export const languageNames: Record<Language, string> = { en: 'English', fr: 'Français' };

interface LanguageChoice {
  /** The chosen language, also while its catalogue loads: a choice that shows nothing looks lost on a slow line. */
  current: string;
  offered: Language[];
  /** Switches texts and data. Rejects when the catalogue cannot be loaded; nothing has changed then. */
  choose: (language: Language) => Promise<void>;
}

const loading = createStore<{ language: Language | null }>(() => ({ language: null }));

export function useLanguageChoice(): LanguageChoice {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const offered = useBootstrap().settings.languages.filter(isLanguage);
  const chosen = useStore(loading, (state) => state.language);
  const choose = async (language: Language) => {
    loading.setState({ language });
    try {
      if (!(await activateLanguage(language))) return;
      rememberLanguage(language);
      renewData(client, true);
    } finally {
      if (loading.getState().language === language) loading.setState({ language: null });
    }
  };
  return { current: chosen ?? i18n.locale, offered, choose };
}
