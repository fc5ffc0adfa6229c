import { loadTexts } from '#/lib/i18n';

/** The search field with its texts, as `lazy` takes it. Every page starts with the name of this file alone. */
export async function readyField() {
  const [{ SearchField }] = await Promise.all([import('./search-field'), loadTexts('next')]);
  return { default: SearchField };
}
