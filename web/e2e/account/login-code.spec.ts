import { noViolations } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { openAndRemember } from '../last-page.ts';
import { lettersTo } from './mail.ts';
import { newPerson, speak } from './person.ts';

/** Logging in by a code of the letter box, which also shows that the address is the reader's. */

const words = {
  en: {
    way: 'Log in with a code by email',
    email: 'Email',
    send: 'Send me a code',
    sent: /has an account here/,
    code: 'Code',
    wrong: /This code is incorrect or has expired/,
    logIn: 'Log in',
    subject: / is your login code$/,
  },
  fr: {
    way: 'Recevoir un code par courriel',
    email: 'Courriel',
    send: 'Envoyez-moi un code',
    sent: /correspond à un compte ici/,
    code: 'Code',
    wrong: /Ce code est incorrect ou expiré/,
    logIn: 'Se connecter',
    subject: / est votre code de connexion$/,
  },
};

for (const [lang, say] of Object.entries(words)) {
  test(`a login by a mailed code, in ${lang}`, async ({ page, request }) => {
    await speak(page, lang);
    const { email } = await newPerson(request, lang);
    await openAndRemember(page, '/faq');
    await page.goto('/login');
    const main = page.getByRole('main');
    await main.locator('input[name="login"]').fill(email);
    await main.getByRole('button', { name: say.way }).click();
    await expect(main.getByLabel(say.email, { exact: true })).toHaveValue(email);
    await main.getByRole('button', { name: say.send }).click();
    await expect(page.getByText(say.sent)).toContainText(email);
    await noViolations(page);

    let code = '';
    await expect
      .poll(async () => {
        const letter = (await lettersTo(request, email)).find(({ subject }) => say.subject.test(subject));
        code = letter?.subject.slice(0, 6) ?? '';
        return code;
      })
      .toMatch(/^\d{6}$/);
    await main.getByLabel(say.code, { exact: true }).fill(code === '000000' ? '000001' : '000000');
    await main.getByRole('button', { name: say.logIn, exact: true }).click();
    await expect(page.getByText(say.wrong)).toBeVisible();
    await noViolations(page);
    await main.getByLabel(say.code, { exact: true }).fill(code);
    await main.getByRole('button', { name: say.logIn, exact: true }).click();
    await expect(page).toHaveURL(/\/faq/);

    const kept = await page.evaluate(() => localStorage.getItem('rudy_api_key'));
    const { value: api_key } = JSON.parse(kept ?? '{}') as { value: string };
    const profile = await request.get('/api/profile', { params: { api_key } });
    expect(((await profile.json()) as { data: { email_verified: boolean } }).data.email_verified).toBe(true);
  });
}
