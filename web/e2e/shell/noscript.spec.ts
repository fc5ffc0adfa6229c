import { expect, test } from '../fixtures.ts';

const sentences = { en: 'This site needs JavaScript', fr: 'Ce site a besoin de JavaScript' };

// The browser itself runs no script: Playwright's own switch leaves <noscript> out.
test.use({
  launchOptions: {
    executablePath: process.env.GRANDSTAND_CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--blink-settings=scriptEnabled=false'],
  },
});

for (const [language, sentence] of Object.entries(sentences)) {
  test(`without JavaScript every screen says so in words, in ${language}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of [
      '/',
      '/faq',
      '/schedule',
      '/login',
      '/contacts',
      '/watch/1',
      '/watch_embed/1',
      '/activate',
      '/404',
    ]) {
      await page.goto(`${path}?lang=${language}`);
      const said = page.locator('main noscript p');
      await expect(said, path).toBeVisible();
      await expect(said, path).toContainText(sentence);
      await expect(page.locator('main [aria-busy]'), `${path} shows no outline that waits`).toBeHidden();
    }
  });
}
