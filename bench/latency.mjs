// Plays a watch page and prints, as JSON, what the clock strip in the picture showed at which time. Started by
// bench/latency.go in web/, where Playwright is installed.
import { createRequire } from 'node:module';

const { chromium } = createRequire(`${process.cwd()}/package.json`)('@playwright/test');
const { url, bits, height, seconds } = JSON.parse(process.argv[2]);

const browser = await chromium.launch({
  executablePath: process.env.GRANDSTAND_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--autoplay-policy=no-user-gesture-required'],
});
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(url);
  const video = page.locator('video');
  const play = page.getByRole('button', { name: /^(play|watch)/i }).first();
  await video.or(play).first().waitFor();
  if ((await video.count()) === 0 || (await video.evaluate((v) => v.paused))) {
    await play.click();
  }
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0);
  await page.waitForTimeout(5000); // the player has found its distance to the live edge
  const looks = await video.evaluate(look, { bits, height, seconds });
  process.stdout.write(JSON.stringify(looks));
} finally {
  await browser.close();
}

// Runs in the page: reads the strip of each new frame as it is presented.
async function look(v, { bits, height, seconds }) {
  const canvas = document.createElement('canvas');
  canvas.width = bits * 8;
  canvas.height = 8;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const looks = [];
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end) {
    await new Promise((resolve) => v.requestVideoFrameCallback(resolve));
    const at = Date.now();
    context.drawImage(v, 0, v.videoHeight - height, v.videoWidth, height, 0, 0, canvas.width, canvas.height);
    const { data } = context.getImageData(0, 4, canvas.width, 1);
    let clock = 0;
    for (let i = 0; i < bits; i++) {
      if (data[(i * 8 + 4) * 4] > 127) {
        clock += 2 ** i;
      }
    }
    looks.push({ At: at, Clock: clock });
  }
  return looks;
}
