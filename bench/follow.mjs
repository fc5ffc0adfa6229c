// Opens an event's watch page several times before the game, says "waiting", and prints as JSON when each page showed
// the first picture of the game. Started by bench/follow.go in web/, where Playwright is installed.
import { createRequire } from 'node:module';

const { chromium } = createRequire(`${process.cwd()}/package.json`)('@playwright/test');
const { url, pages, every } = JSON.parse(process.argv[2]);

const browser = await chromium.launch({
  executablePath: process.env.GRANDSTAND_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--autoplay-policy=no-user-gesture-required'],
});
try {
  const follows = [];
  for (let i = 0; i < pages; i++) {
    const page = await browser.newPage({ viewport: { width: 390, height: 800 } });
    await page.goto(url);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    follows.push(follow(page));
    await page.waitForTimeout(every); // so that the pages do not all ask at the same moment
  }
  process.stdout.write('waiting\n');
  process.stdout.write(`${JSON.stringify(await Promise.all(follows))}\n`);
} finally {
  await browser.close();
}

// Waits for the game's first picture and closes the page, which would otherwise go on playing beside the others.
async function follow(page) {
  const at = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const look = () => {
          const video = document.querySelector('video');
          if (video === null || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) {
            requestAnimationFrame(look);
          } else {
            resolve(Date.now());
          }
        };
        look();
      }),
  );
  await page.close();
  return at;
}
