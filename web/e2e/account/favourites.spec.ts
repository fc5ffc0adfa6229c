import { noViolations } from '../axe.ts';
import { expect, test } from '../fixtures.ts';
import { logIn, newPerson } from './person.ts';

const texts = {
  en: {
    star: /^Favourite: Laurentide/,
    added: 'Added to favourites',
    mine: 'My favourites',
    toast: '1 favourite from this device is now in your account.',
    schools: /^Schools/,
  },
  fr: {
    star: /^Favori : .*Laurentide/,
    added: 'Ajouté aux favoris',
    mine: 'Mes favoris',
    toast: '1 favori de cet appareil est maintenant dans votre compte.',
    schools: /^Établissements/,
  },
};

for (const language of ['en', 'fr'] as const) {
  const say = texts[language];

  test(`what a visitor follows is theirs everywhere after the log in (${language})`, async ({
    page,
    browser,
    request,
  }) => {
    const person = await newPerson(request, language);
    await page.goto(`/?school=laurentide&lang=${language}`);
    const star = page.getByRole('main').locator('header').getByRole('button', { name: say.star });
    await expect(star).toHaveAttribute('aria-pressed', 'false');
    await star.click();
    await expect(star).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByText(say.added)).toBeAttached();

    // It is on the home page of this browser, first of all.
    await page.goto(`/?lang=${language}`);
    await expect(page.locator('main .sec h2').first()).toHaveText(say.mine);
    await noViolations(page);

    await logIn(page, person);
    await expect(page.getByText(say.toast)).toBeVisible();
    await expect(page.locator('main .sec h2').first()).toHaveText(say.mine);
    expect(await page.evaluate(() => localStorage.getItem('rudy_favourites'))).toBeNull();

    // And on another device, where nothing was chosen.
    const other = await (await browser.newContext()).newPage();
    await logIn(other, person);
    await other.goto(`/profile/favourites?lang=${language}`);
    await expect(other.getByRole('heading', { level: 2, name: say.schools })).toBeVisible();
    const there = other.getByRole('main').getByRole('button', { name: say.star });
    await expect(there).toHaveAttribute('aria-pressed', 'true');
    await noViolations(other);
    const answer = other.waitForResponse((response) => response.request().method() === 'DELETE');
    await there.click();
    expect((await answer).status()).toBe(200);
    await other.reload();
    await expect(other.getByRole('heading', { level: 2, name: say.schools })).toBeHidden();
    await other.context().close();
  });
}

test('a list of the games of favourites has an address', async ({ page }) => {
  await page.goto('/schedule');
  const chip = page.getByRole('main').getByRole('button', { name: 'My favourites' });
  await expect(chip).toBeHidden();
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Favourite: / })
    .first()
    .click();
  await chip.click();
  await expect(page).toHaveURL(/[?&]favorites=1/);
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);
});
