import type { Page } from '@playwright/test';
import { noViolations } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { letterTo, linkIn, verifyAddress } from './mail.ts';
import { newPerson, type Person, speak } from './person.ts';

/** From the bell on a card to the letters, and out again by one of them. */

const words = {
  en: {
    bell: 'Remind me: ',
    asked: 'Reminder set. Verify your email to get it.',
    moved: 'New time: ',
    soon: 'In 5 minutes: ',
    stop: 'Stop all reminders',
    stopped: /won’t send you any more reminders/,
    none: 'Press the bell next to an upcoming game',
  },
  fr: {
    bell: 'Me le rappeler : ',
    asked: 'Rappel activé. Confirmez votre courriel pour le recevoir.',
    moved: 'Nouvelle heure\u00a0: ',
    soon: 'Dans 5 minutes\u00a0: ',
    stop: 'Arrêter tous les rappels',
    stopped: /ne vous enverra plus de rappels/,
    none: 'Appuyez sur la cloche à côté',
  },
};

/** Logs in by the dialog over a page. */
async function enter(page: Page, { email, password }: Person): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[name="login"]').fill(email);
  await dialog.locator('[type="password"]').fill(password);
  await dialog.locator('button[type="submit"]').click();
  await expect(dialog).toBeHidden();
}

// Both at once: most of it is waiting for the letters of one game.
test('a fan is reminded of a game that moves, and stops it by a letter (en, fr)', {
  tag: ['@encoder', '@once'],
}, async ({ browser, request, stage }) => {
  const name = `Winter Classic ${Date.now()}`;
  await stage.schedule(name, 3 * 24 * 60);
  const fans = await Promise.all(
    Object.entries(words).map(async ([language, say]) => {
      const page = await (await browser.newContext()).newPage();
      await speak(page, language);
      return { language, say, page, person: await newPerson(request, language) };
    }),
  );
  for (const { language, say, page, person } of fans) {
    await page.goto(`/upcoming?search=${encodeURIComponent(name)}`);
    const bell = page.getByRole('main').getByRole('button', { name: say.bell + name });
    await bell.click();
    await enter(page, person); // what was wished for before is done then
    await expect(page.getByText(say.asked)).toBeVisible();
    await expect(bell).toHaveAttribute('aria-pressed', 'true');
    // Only a mailbox that is theirs is written to.
    await verifyAddress(page, person.email, language);
    await page.goto('/profile/notifications');
    await expect(page.getByRole('main').getByRole('link', { name })).toBeVisible();
    await noViolations(page);
  }

  await stage.schedule(name, 5);
  for (const { language, say, page, person } of fans) {
    await letterTo(request, person.email, say.moved + name);
    const letter = await letterTo(request, person.email, say.soon + name);
    expect(letter.language).toBe(language);

    // By a program for mail, which knows nobody.
    const elsewhere = await (await browser.newContext()).newPage();
    await speak(elsewhere, language);
    const { pathname, search } = new URL(linkIn(letter, '/reminders/stop'));
    await elsewhere.goto(pathname + search);
    await elsewhere.getByRole('button', { name: say.stop }).click();
    await expect(elsewhere.getByRole('status').filter({ hasText: say.stopped })).toBeVisible();
    await noViolations(elsewhere);
    await page.reload();
    await expect(page.getByText(say.none)).toBeVisible();
  }
});
