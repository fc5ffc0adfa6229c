import { type APIRequestContext, expect, type Page } from '@playwright/test';

/** A letter as the demo's box tells of it. */
export type Letter = {
  id: string;
  to: string;
  subject: string;
  text: string;
  html?: string;
  language?: string;
  at: string;
};

const box = `${process.env.GRANDSTAND_ADMIN_URL ?? 'http://127.0.0.1:9090'}/dev/mail`;

/** The letters to an address, the latest first. */
export async function lettersTo(request: APIRequestContext, address: string): Promise<Letter[]> {
  const answer = await request.get(box, { headers: { Accept: 'application/json' } });
  expect(answer.ok()).toBe(true);
  return ((await answer.json()) as Letter[]).filter((letter) => letter.to === address);
}

/** Jobs that write letters look once a minute whether one is due. */
const patience = { timeout: 240_000 };

/** The letter of that subject to an address, once it has come. */
export async function letterTo(request: APIRequestContext, address: string, subject: string): Promise<Letter> {
  let found: Letter | undefined;
  await expect
    .poll(async () => {
      found = (await lettersTo(request, address)).find((letter) => letter.subject === subject);
      return found?.subject;
    }, patience)
    .toBe(subject);
  return found as Letter;
}

/** The address of a letter's link to a page of the channel's site. */
export function linkIn(letter: Letter, path: string): string {
  const link = letter.text.split(/\s+/).find((word) => URL.canParse(word) && new URL(word).pathname === path);
  if (!link) throw new Error(`no link to ${path} in:\n${letter.text}`);
  return link;
}

const confirmationSubject: Record<string, string> = {
  en: 'Confirm your email address',
  fr: 'Confirmez votre adresse courriel',
};

/** Confirms an email address by the link of its letter. */
export async function verifyAddress(page: Page, email: string, language: string): Promise<void> {
  const letter = await letterTo(page.request, email, confirmationSubject[language] ?? '');
  const { pathname, search } = new URL(linkIn(letter, '/verify-email'));
  await page.goto(pathname + search);
  await page.locator('main .btn--primary').click();
  await expect(page.locator('.login__done')).toBeVisible();
}
