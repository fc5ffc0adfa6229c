import { i18n } from '@lingui/core';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Language } from '#/api/types';
import { waitFor } from '#/testing/wait-for';

const texts = { Save: { en: 'Save', fr: 'Enregistrer' }, Clip: { en: 'Clip', fr: 'Extrait' } };

/** Catalogues that arrive when a test lets them. */
const arrivals = new Map<string, () => void>();
const arriving = (name: string, text: keyof typeof texts, language: Language) =>
  new Promise((resolve) => {
    arrivals.set(`${name} ${language}`, () => resolve({ messages: { [text]: texts[text][language] } }));
  });
async function arrive(name: string) {
  await waitFor(() => expect(arrivals.has(name)).toBe(true));
  arrivals.get(name)?.();
  arrivals.delete(name);
}

vi.mock('./i18n-catalogues', () => ({
  catalogues: { en: () => arriving('app', 'Save', 'en'), fr: () => arriving('app', 'Save', 'fr') },
  areas: { clips: { en: () => arriving('clips', 'Clip', 'en'), fr: () => arriving('clips', 'Clip', 'fr') } },
}));

const load = () => import('./i18n');

beforeEach(() => {
  vi.resetModules();
  arrivals.clear();
  i18n.loadAndActivate({ locale: 'en', messages: { Save: 'Save' } });
});

it('speaks the language that was chosen last, in whichever order the catalogues arrive', async () => {
  const { activateLanguage } = await load();
  const first = activateLanguage('fr');
  const second = activateLanguage('en');
  await arrive('app fr');
  expect([await first, await second]).toEqual([false, true]);
  expect(i18n.locale).toBe('en');
});

it('has the texts of a screen that opens while the language changes', async () => {
  const { activateLanguage, loadTexts } = await load();
  const change = activateLanguage('fr');
  const open = loadTexts('clips');
  await arrive('clips en');
  await arrive('clips fr');
  await open;
  await arrive('app fr');
  expect(await change).toBe(true);
  expect([i18n._('Save'), i18n._('Clip')]).toEqual(['Enregistrer', 'Extrait']);
});
