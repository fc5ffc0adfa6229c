import type { Page } from '@playwright/test';
import { noViolations } from '../axe.ts';
import { atTheTill, cards, payWith, words as sales, type Tongue, toSubscription } from '../commerce/till.ts';
import { expect, test } from '../fixtures.ts';
import { letterTo, linkIn } from './mail.ts';
import { logIn, newPerson, type Person, speak } from './person.ts';

const words = {
  en: {
    remove: 'Delete my account',
    current: 'Current password',
    send: 'Send the link',
    subject: 'Delete your account?',
    started: 'Your account is being deleted',
    kept: 'Your account was kept',
    used: 'This link has already been used',
    broken: 'This link does not work',
    stops: 'Your subscriptions and free trials will no longer renew, and your card won’t be charged.',
    stopped: /will no longer renew\. It ends on \w+ \d+, \d{4}, and your card won’t be charged again\.$/,
  },
  fr: {
    remove: 'Supprimer mon compte',
    current: 'Mot de passe actuel',
    send: 'Envoyer le lien',
    subject: 'Supprimer votre compte?',
    started: 'Votre compte sera supprimé',
    kept: 'Votre compte est conservé',
    used: 'Ce lien a déjà servi',
    broken: 'Ce lien ne fonctionne pas',
    stops: 'Vos abonnements et essais gratuits ne se renouvelleront plus, et votre carte ne sera pas débitée.',
    stopped:
      /ne se renouvellera plus\. L’abonnement prend fin le \d+(er)? \S+ \d{4}, et votre carte ne sera plus débitée\.$/,
  },
};

/** Has the letter sent that confirms the deletion, and returns the address of its link. */
async function askForDeletion(page: Page, person: Person, say: (typeof words)[Tongue]): Promise<URL> {
  await page.goto('/profile/edit');
  await page.getByRole('button', { name: say.remove }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(say.current, { exact: true }).fill(person.password);
  await noViolations(page);
  await dialog.getByRole('button', { name: say.send }).click();
  await expect(page.getByRole('status').filter({ hasText: person.email })).toBeVisible();
  const letter = await letterTo(page.request, person.email, say.subject);
  return new URL(linkIn(letter, '/confirm-account-deletion'));
}

for (const language of ['en', 'fr'] as const) {
  const say = words[language];

  test(`a subscriber who deletes the account reads that the subscription ends (${language})`, async ({ page }) => {
    const person = await atTheTill(page, language, toSubscription('annual'));
    await payWith(page, cards.paid, sales[language].subscribe);
    await expect(page.getByText(sales[language].yours)).toBeVisible();
    const { pathname, search } = await askForDeletion(page, person, say);
    await page.goto(pathname + search);
    await expect(page.getByRole('listitem').filter({ hasText: say.stops })).toBeVisible();
    await page.getByRole('button', { name: say.remove }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say.started);
    await expect(page.getByRole('listitem').filter({ hasText: say.stopped })).toHaveCount(1);
    await noViolations(page);
  });
}

for (const [language, say] of Object.entries(words)) {
  test(`an account is deleted by a letter, and kept by a log in (${language})`, async ({ page, request }) => {
    await speak(page, language);
    const person = await newPerson(request, language);
    await logIn(page, person);
    const { pathname, search } = await askForDeletion(page, person, say);
    await page.goto(pathname + search);
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toHaveText(say.subject);
    await noViolations(page);
    // Opening it, as programs that look at mail do, deletes nothing.
    await page.goto('/profile');
    await expect(page.getByRole('main')).toContainText(person.email);
    await page.goto(pathname + search);
    await page.getByRole('button', { name: say.remove }).click();
    await expect(title).toHaveText(say.started);
    await noViolations(page);
    await letterTo(request, person.email, say.started);
    await page.goto('/profile');
    await expect(page).toHaveURL(/\/login$/);

    await page.goto(pathname + search);
    await page.getByRole('button', { name: say.remove }).click();
    await expect(title).toHaveText(say.used);
    await page.goto(pathname);
    await expect(title).toHaveText(say.broken);

    await logIn(page, person);
    await letterTo(request, person.email, say.kept);
    await page.goto('/profile');
    await expect(page.getByRole('main')).toContainText(person.email);
  });
}
