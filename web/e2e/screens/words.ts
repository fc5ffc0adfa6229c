import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';

/** How games, schools and teams are spoken of. To take part («faire partie») is no game. */
const foreign: Record<string, RegExp> = {
  en: /\b(games?|schools?|teams?|at home)\b| @ |, select,/gi,
  fr: /\b(matchs?|domicile)\b|école|équipe|établissement|(?<!f[a-z]+ )\bpartie\b| @ |, select,/gi,
};

/** Nothing that a page shows, or tells a screen reader or a search engine, speaks of games, schools or teams. */
export async function speaksOfFights(page: Page, language: string): Promise<void> {
  const said = await page.evaluate(() => {
    const attributes = ['aria-label', 'alt', 'title', 'placeholder'];
    const labelled = [...document.querySelectorAll(attributes.map((name) => `[${name}]`).join())];
    return [
      document.title,
      document.querySelector<HTMLMetaElement>('meta[name="description"]')?.content ?? '',
      document.body.innerText,
      ...[...document.querySelectorAll('.vh, [hidden]')].map((part) => part.textContent ?? ''),
      ...labelled.flatMap((part) => attributes.map((name) => part.getAttribute(name) ?? '')),
    ].join('\n');
  });
  const found = [...said.matchAll(foreign[language] ?? /^/g)].map(({ index }) => said.slice(index - 30, index + 30));
  expect(found, page.url()).toEqual([]);
}
