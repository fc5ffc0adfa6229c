import { noViolations } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { logIn, newPerson, speak } from './person.ts';

const words = {
  en: { title: 'Devices', here: 'This device', end: 'Log out Safari on iPhone', all: 'Log out everywhere else' },
  fr: {
    title: 'Appareils',
    here: 'Cet appareil',
    end: 'Déconnecter Safari sur iPhone',
    all: 'Déconnecter partout ailleurs',
  },
};

const agents = {
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Mobile/15E148 Safari/604.1',
  tv: 'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.6099.270 Safari/537.36 WebAppManager',
};

for (const [language, say] of Object.entries(words)) {
  test(`devices are logged out one by one and all at once (${language})`, async ({ page, browser, request }) => {
    await speak(page, language);
    const person = await newPerson(request, language); // logged in as a program, too
    const on = async (userAgent: string) => {
      const device = await (await browser.newContext({ userAgent })).newPage();
      await logIn(device, person);
      return device;
    };
    const [phone, tv] = [await on(agents.phone), await on(agents.tv)];
    await logIn(page, person);
    await page.goto('/profile/sessions');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say.title);
    const rows = page.getByRole('main').getByRole('listitem');
    await expect(rows).toHaveCount(4);
    await expect(rows.first()).toContainText(say.here);
    await noViolations(page);

    await page.getByRole('button', { name: say.end }).click();
    await expect(rows).toHaveCount(3);
    await phone.goto('/profile');
    await expect(phone).toHaveURL(/\/login$/);
    await tv.goto('/profile');
    await expect(tv).toHaveURL(/\/profile$/);

    await page.getByRole('main').getByRole('button', { name: say.all }).click();
    await page.getByRole('dialog').getByRole('button', { name: say.all }).click();
    await expect(rows).toHaveCount(1);
    await tv.reload();
    await expect(tv).toHaveURL(/\/login$/);
    await page.reload();
    await expect(rows).toHaveCount(1);
  });
}
