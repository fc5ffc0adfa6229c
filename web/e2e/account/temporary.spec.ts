import { noViolations } from '../axe.ts';
import { expect, freshEmail, test } from '../fixtures.ts';
import { openAndRemember } from '../last-page.ts';
import { listen } from '../screens/judge.ts';
import { logIn, speak } from './person.ts';

/** A user whose password an operator chose gets nowhere before they have chosen one themselves. */

const words = {
  en: {
    title: 'Choose your password',
    fields: { fresh: 'New password', again: 'Repeat the new password' },
    save: 'Save and continue',
    mismatch: "PASSWORDS DON'T MATCH",
    unchanged: 'Choose a password other than the current one.',
    account: 'Your account',
  },
  fr: {
    title: 'Choisissez votre mot de passe',
    fields: {
      fresh: 'Nouveau mot de passe',
      again: 'Répétez le nouveau mot de passe',
    },
    save: 'Enregistrer et continuer',
    mismatch: 'LES MOTS DE PASSE NE CORRESPONDENT PAS',
    unchanged: 'Choisissez un mot de passe différent de l’actuel.',
    account: 'Votre compte',
  },
};

for (const [language, say] of Object.entries(words)) {
  test(`a temporary password is replaced before anything else (${language})`, { tag: '@encoder' }, async ({ page }) => {
    const person = { email: freshEmail(), password: 'the operator chose it', apiKey: '' };
    const made = await fetch(
      `${process.env.GRANDSTAND_STAGE}/newcomer?${new URLSearchParams({ email: person.email, password: person.password })}`,
      { method: 'POST' },
    );
    expect(made.ok, await made.text()).toBe(true);
    const complaints = listen(page);
    await speak(page, language);
    await openAndRemember(page, '/faq?trk=poster');
    await logIn(page, person);
    const title = page.getByRole('heading', { level: 1 });
    await expect(title).toHaveText(say.title);
    for (const path of ['/', '/schedule', '/profile', '/profile/sessions', '/login', '/activate']) {
      await page.goto(path);
      await expect(page).toHaveURL((url) => url.pathname === '/profile/edit');
      await expect(title).toHaveText(say.title);
    }
    await noViolations(page);

    const choose = async (fresh: string, again = fresh) => {
      await page.getByLabel(say.fields.fresh, { exact: true }).fill(fresh);
      await page.getByLabel(say.fields.again, { exact: true }).fill(again);
      await page.getByRole('button', { name: say.save }).click();
    };
    await choose('a password of mine', 'another of mine');
    await expect(page.getByText(say.mismatch)).toBeVisible();
    await choose(person.password);
    await expect(page.getByText(say.unchanged)).toBeVisible();
    await noViolations(page);
    await choose('a password of mine');
    await expect(page).toHaveURL(/\/faq\?trk=poster$/);
    await expect(page.getByRole('button', { name: say.account })).toBeVisible();
    await page.goto('/profile');
    await expect(page.getByRole('main')).toContainText(person.email);
    expect(complaints).toEqual([]);
  });
}
