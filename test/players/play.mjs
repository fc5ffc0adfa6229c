// Plays an HLS address in a page that holds nothing but a video and one player, and prints the luma of the squares of each
// picture that the page draws (test/stage/count.go). `node play.mjs <hls.js|shaka|video.js> <address>`; the line "rewind" on
// standard input goes to the start.
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const web = createRequire(new URL('../../web/package.json', import.meta.url));
const { chromium } = web('playwright-core');
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

const players = {
  'hls.js': {
    // At exactly 0 it may stay without a picture: it looks for sound there, which begins a few milliseconds later.
    beginning: 0.5,
    script: here('../../web/node_modules/hls.js/dist/hls.min.js'),
    start: (address) => {
      const [video, hls] = [document.querySelector('video'), new window.Hls()];
      hls.on(window.Hls.Events.ERROR, (_, error) => error.fatal && console.error('hls.js:', error.details));
      hls.loadSource(address);
      hls.attachMedia(video);
      video.addEventListener('canplay', () => video.play());
    },
  },
  shaka: {
    script: here('node_modules/shaka-player/dist/shaka-player.compiled.js'),
    start: async (address) => {
      const [video, player] = [document.querySelector('video'), new window.shaka.Player()];
      player.addEventListener('error', ({ detail }) => console.error('shaka:', detail.code));
      await player.attach(video);
      await player.load(address);
      await video.play();
    },
  },
  'video.js': {
    script: here('node_modules/video.js/dist/video.min.js'),
    start: (address) => {
      const player = window.videojs(document.querySelector('video'), { muted: true });
      player.on('error', () => console.error('video.js:', player.error().message));
      player.src({ src: address, type: 'application/x-mpegURL' });
      player.ready(() => player.play());
    },
  },
};

/** The luma of the squares, as the page draws them, and where the player is. */
const read = () => {
  const video = document.querySelector('video');
  if (video.readyState < 2) return null;
  const [columns, rows] = [16, 2];
  const canvas = new OffscreenCanvas(320, 180).getContext('2d', { willReadFrequently: true });
  canvas.drawImage(video, 0, 0, 320, 180);
  const { data } = canvas.getImageData(0, 0, 320, 80);
  const luma = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) luma.push(data[4 * ((row * 40 + 20) * 320 + column * 20 + 10) + 1]);
  }
  return luma;
};

const [name, address] = process.argv.slice(2);
const player = players[name];
const browser = await chromium.launch({
  executablePath: process.env.GRANDSTAND_CHROMIUM ?? '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox', '--autoplay-policy=no-user-gesture-required'],
});
const page = await browser.newPage();
page.on('console', (message) => message.type() === 'error' && console.error(message.text()));
await page.route('**/plain-player', (route) =>
  route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>A player</title><video muted></video>' }),
);
await page.goto(new URL('/plain-player', address).href);
await page.addScriptTag({ path: player.script });
await page.evaluate(player.start, address);

createInterface({ input: process.stdin })
  .on('line', (line) => {
    if (line === 'rewind') void page.evaluate((at) => void (document.querySelector('video').currentTime = at), player.beginning ?? 0);
  })
  .on('close', () => browser.close().then(() => process.exit()));
for (;;) {
  const luma = await page.evaluate(read);
  if (luma) console.log(luma.join(' '));
  await page.waitForTimeout(250);
}
