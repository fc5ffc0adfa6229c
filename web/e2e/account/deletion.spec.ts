import { noViolations } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { letterTo, linkIn } from './mail.ts';
import { logIn, newPerson, speak } from './person.ts';

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
  },
};

for (const [language, say] of Object.entries(words)) {
  test(`an account is deleted by a letter, and kept by a log in (${language})`, async ({ page, request }) => {
    await speak(page, language);
    const person = await newPerson(request, language);
    await logIn(page, person);
    await page.goto('/profile/edit');
    await page.getByRole('button', { name: say.remove }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(say.current, { exact: true }).fill(person.password);
    await noViolations(page);
    await dialog.getByRole('button', { name: say.send }).click();
    await expect(page.getByRole('status').filter({ hasText: person.email })).toBeVisible();

    const { pathname, search } = new URL(
      linkIn(await letterTo(request, person.email, say.subject), '/confirm-account-deletion'),
    );
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
