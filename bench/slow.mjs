// Opens a live game on a slow line and prints, as JSON, when its first picture was shown, what was loaded until then, and
// for how long it stood still afterwards. Started by bench/slow.go in web/, where Playwright is installed.
import { createRequire } from 'node:module';

const { chromium } = createRequire(`${process.cwd()}/package.json`)('@playwright/test');
const { url, kbit, latency, seconds, storage = {} } = JSON.parse(process.argv[2]);

const browser = await chromium.launch({
  executablePath: process.env.GRANDSTAND_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--autoplay-policy=no-user-gesture-required'],
});
try {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    serviceWorkers: 'block',
    ignoreHTTPSErrors: true,
  });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const loads = await follow(cdp);
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: (kbit * 1000) / 8,
    uploadThroughput: (kbit * 1000) / 8,
    connectionType: 'cellular3g',
  });
  await page.addInitScript(watch, storage);
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => globalThis.seen.first > 0, undefined, { timeout: 120_000, polling: 200 });
  await page.waitForTimeout(seconds * 1000);
  const seen = await page.evaluate(() => globalThis.summary());
  process.stdout.write(JSON.stringify({ ...seen, loads: loads(seen.first) }));
} finally {
  await browser.close();
}

/** Notes what is loaded, in bytes on the wire. */
async function follow(cdp) {
  const all = new Map();
  let zero;
  cdp.on('Network.requestWillBeSent', ({ requestId, request, timestamp, type }) => {
    zero ??= timestamp;
    all.set(requestId, { url: request.url, kind: type, from: timestamp - zero, bytes: 0, chunks: [] });
  });
  const add = (id, timestamp, bytes) => all.get(id)?.chunks.push([timestamp - zero, bytes]);
  cdp.on('Network.responseReceived', ({ requestId, timestamp, response }) => {
    const load = all.get(requestId);
    if (load) load.type = response.mimeType;
    add(requestId, timestamp, response.encodedDataLength);
  });
  cdp.on('Network.dataReceived', ({ requestId, timestamp, encodedDataLength }) => add(requestId, timestamp, encodedDataLength));
  cdp.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const load = all.get(requestId);
    if (load) [load.to, load.total] = [timestamp - zero, encodedDataLength];
  });
  await cdp.send('Network.enable');
  return () =>
    [...all.values()].map(({ url, kind, type, from, to, total, chunks }) => ({
      url, kind, type, from, to, total,
      bytes: chunks.reduce((sum, [, bytes]) => sum + bytes, 0),
    }));
}

// Runs in the page before anything else of it.
function watch(storage) {
  for (const [name, value] of Object.entries(storage)) localStorage.setItem(name, value);
  const seen = { first: 0, stalls: 0, stalled: 0, heights: [], words: [] };
  globalThis.seen = seen;
  let last = 0;
  let still = 0;
  let moved = 0;
  const look = () => {
    const now = performance.now();
    const video = document.querySelector('video');
    const painted = video?.getVideoPlaybackQuality?.().totalVideoFrames ?? 0;
    if (video && painted > 0 && video.currentTime > 0 && !seen.first) {
      seen.first = now;
      moved = now;
    }
    if (seen.first) {
      if (Math.abs(video.currentTime - last) > 0.01) {
        if (now - moved > 500) {
          seen.stalls++;
          seen.stalled += now - moved;
        }
        moved = now;
      }
      still = now - moved;
      last = video.currentTime;
      const height = video.videoHeight;
      if (seen.heights.at(-1)?.[1] !== height) seen.heights.push([Math.round(now), height]);
    }
    const word = document.querySelector('.p-mid .p-msg__t')?.textContent ?? '';
    if (word && seen.words.at(-1) !== word) seen.words.push(word);
  };
  setInterval(look, 50);
  globalThis.summary = () => ({ ...seen, stalls: seen.stalls + (still > 500 ? 1 : 0), stalled: seen.stalled + (still > 500 ? still : 0) });
}
