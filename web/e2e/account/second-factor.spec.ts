import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { expectPrinted } from '../printed.ts';
import { appCode, setUp } from './authenticator.ts';
import { letterTo } from './mail.ts';
import { logIn, newPerson, sendLogIn, speak } from './person.ts';

async function logOut(page: Page): Promise<void> {
  await page.goto('/profile/security');
  await page.locator('.acct__nav button').click();
  await expect(page).toHaveURL((url) => url.pathname === '/');
}

const looks = [
  {
    language: 'en',
    setUp: 'Set it up',
    kept: 'I have saved them',
    spare: 'Use a recovery code',
    off: 'Turn off',
    offNow: 'Turn it off',
    setUpAgain: 'Set it up',
    on: 'Two-step login is on',
    wrong: /This code is incorrect/,
  },
  {
    language: 'fr',
    setUp: 'Activer',
    kept: 'Je les ai enregistrés',
    spare: 'Utiliser un code de secours',
    off: 'Désactiver',
    offNow: 'La désactiver',
    setUpAgain: 'Activer',
    on: 'La connexion en deux étapes est activée',
    wrong: /Ce code est incorrect/,
  },
];

for (const say of looks) {
  test(`two-step login from set-up to removal, in ${say.language}`, async ({ page, request }) => {
    await speak(page, say.language);
    // The whole name, since "Désactiver" contains "Activer".
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const person = await newPerson(request, say.language);
    await logIn(page, person);
    await page.goto('/profile/security');
    const secret = await setUp(page, say.setUp, person.password);
    const code = page.locator('main [inputmode="numeric"]');
    await code.fill('000000');
    await page.locator('main button[type="submit"]').click();
    await expect(page.getByText(say.wrong)).toBeVisible();
    await code.fill(appCode(secret));
    await page.locator('main button[type="submit"]').click();
    await expect(page.locator('.sec__list li')).toHaveCount(10);
    await expectPrinted(page, page.locator('.sec__list'));
    const spares = await page.locator('.sec__list li').allTextContents();
    await button(say.kept).click();
    await expect(button(say.off)).toBeVisible();
    await letterTo(request, person.email, say.on);

    // With the app.
    await logOut(page);
    await sendLogIn(page, person);
    await expect(code).toBeFocused();
    await code.fill('000000');
    await page.locator('main button[type="submit"]').click();
    await expect(page.getByText(say.wrong)).toBeVisible();
    await code.fill(appCode(secret, 1));
    await page.locator('main button[type="submit"]').click();
    await expect(page).not.toHaveURL(/\/login/);

    // With a recovery code, in the dialog over a page.
    await logOut(page);
    await page.goto('/faq?modal=login');
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[name="login"]').fill(person.email);
    await dialog.locator('[type="password"]').fill(person.password);
    await dialog.locator('button[type="submit"]').click();
    await dialog.getByRole('button', { name: say.spare }).click();
    await dialog.locator('[autocomplete="one-time-code"]').fill((spares[0] ?? '').toLowerCase());
    await dialog.locator('button[type="submit"]').click();
    await expect(dialog).toBeHidden();

    await page.goto('/profile/security');
    await expect(page.locator('.lines')).toContainText('9');
    await button(say.off).click();
    await page.locator('main [autocomplete="one-time-code"]').fill(spares[1] ?? '');
    await button(say.offNow).click();
    await expect(button(say.setUpAgain)).toBeVisible();
    await logOut(page);
    await logIn(page, person);
  });
}
