import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { startPlaying } from './video.ts';

/** A browser that publishes its camera by WHIP, from a page of another site: what docs/adr/0038-whip.md says holds. */

const studio = '<!doctype html><title>A studio</title><script src="/studio.js"></script>';

/** Films until it is told to stop. What `film` returns is 201, or how it was refused. */
const script = `
let session;
async function film(address, key) {
  const camera = await navigator.mediaDevices.getUserMedia({ video: { width: 640, height: 360 }, audio: true });
  const connection = new RTCPeerConnection();
  for (const track of camera.getTracks()) {
    const sent = connection.addTransceiver(track, { direction: 'sendonly', streams: [camera] });
    const { codecs } = RTCRtpSender.getCapabilities(track.kind);
    if (track.kind === 'video') sent.setCodecPreferences(codecs.filter(({ mimeType }) => mimeType === 'video/H264'));
  }
  await connection.setLocalDescription();
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/sdp', Authorization: 'Bearer ' + key },
    body: connection.localDescription.sdp,
  });
  const sdp = await answer.text();
  if (answer.status !== 201) return answer.status + ' ' + sdp;
  await connection.setRemoteDescription({ type: 'answer', sdp });
  session = { connection, address: new URL(answer.headers.get('Location'), address) };
  return '201';
}
async function stop() {
  const { status } = await fetch(session.address, { method: 'DELETE' });
  session.connection.close();
  return status;
}
`;

type Studio = { film(address: string, key: string): Promise<string>; stop(): Promise<number> };

const film = (page: Page, address: string, key: string) =>
  page.evaluate(([to = '', by = '']) => (window as unknown as Studio).film(to, by), [address, key]);
const stop = (page: Page) => page.evaluate(() => (window as unknown as Studio).stop());

/** Serves that page at a port of this device. */
async function openStudio() {
  const server = createServer((request, answer) => {
    const isScript = request.url === '/studio.js';
    answer.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
    answer.end(isScript ? script : studio);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close: () => server.close() };
}

test('a browser films a game, and a fan sees it', { tag: ['@once', '@encoder'] }, async ({
  page,
  stage,
  baseURL,
  launchOptions,
}) => {
  const event = await stage.take('free');
  const key = await stage.key(event.id);
  const site = await openStudio();
  const args = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
  const browser = await chromium.launch({ ...launchOptions, args: [...(launchOptions.args ?? []), ...args] });
  const camera = await browser.newPage();

  await test.step('nobody films without the key', async () => {
    await page.goto(`/watch/${event.id}`);
    await expect(page.getByRole('timer')).toBeVisible();
    await camera.goto(site.address);
    expect(await film(camera, `${baseURL}/whip`, 'anything')).toMatch(/^401 /);
    await expect(page.locator('video')).toHaveCount(0);
  });

  await test.step('the open page becomes the game', async () => {
    expect(await film(camera, `${baseURL}/whip`, key)).toBe('201');
    await expect(page.locator('video')).toBeVisible();
    await startPlaying(page);
  });

  await test.step('it waits for the browser that stopped, and is over when it is ended', async () => {
    expect(await stop(camera)).toBe(200);
    await expect(page.locator('.p-slate').getByText('The picture will be back in a moment')).toBeVisible();
    await stage.end(event.id);
    await expect(page.getByRole('button', { name: 'Watch again' })).toBeVisible();
  });
  await browser.close();
  site.close();
});
