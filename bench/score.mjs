// Opens pages that show an event's card, says "waiting", and prints as JSON when each page showed the score it waits for.
// Started by bench/score.go in web/, where Playwright is installed.
import { createRequire } from 'node:module';

const { chromium } = createRequire(`${process.cwd()}/package.json`)('@playwright/test');
const { url, event, score, pages } = JSON.parse(process.argv[2]);

const browser = await chromium.launch({
  executablePath: process.env.GRANDSTAND_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
});
try {
  const waits = [];
  for (let i = 0; i < pages; i++) {
    const page = await (await browser.newContext({ viewport: { width: 390, height: 800 } })).newPage();
    const opened = page.waitForResponse(/\/api\/live-feed/);
    await page.goto(url);
    await page.locator(`main a[href="/watch/${event}"]`).first().waitFor({ state: 'attached' });
    await opened;
    waits.push(page.evaluate(seen, { event, score }));
  }
  process.stdout.write('waiting\n');
  process.stdout.write(`${JSON.stringify(await Promise.all(waits))}\n`);
} finally {
  await browser.close();
}

function seen({ event, score }) {
  return new Promise((resolve) => {
    const look = () => {
      const cards = [...document.querySelectorAll('main .card')];
      const card = cards.find((one) => one.querySelector(`a[href="/watch/${event}"]`));
      if (card?.querySelector('.bug__rows')?.textContent?.includes(score)) resolve(Date.now());
      else requestAnimationFrame(look);
    };
    look();
  });
}
