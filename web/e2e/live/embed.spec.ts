import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { findPlaces } from '../screens/places.ts';

/** A player in a page of another site, which is at another port of this device: what docs/guide/embed.md says holds. */

type Said = { grandstand: number; event: string; [more: string]: unknown };

/** The page of the other site: a player, and beside it a frame of somebody else, who can write to the player too. */
const paper = (player: string, attributes: string) => `<!doctype html><title>A paper</title>
<iframe id="player" src="${player}" width="960" height="540" allow="autoplay; fullscreen" ${attributes}></iframe>
<iframe id="advertisement" src="about:blank" sandbox="allow-scripts" srcdoc="<script>
  setInterval(() => parent.frames[0].postMessage({ grandstand: 1, command: 'pause' }, '*'), 50);
</script>"></iframe>
<script src="/paper.js"></script>`;

const script = `
window.said = [];
addEventListener('message', ({ data, origin, source }) => {
  if (source === frames[0]) said.push({ ...data, origin });
});
window.ask = (message) => frames[0].postMessage(message, '*');
`;

interface Paper {
  /** More attributes of the player's frame. */
  attributes?: string;
  headers?: Record<string, string>;
}

/** Serves that page, whatever its host is called. */
async function publish(
  player: string,
  { attributes = '', headers = {} }: Paper = {},
): Promise<{ port: number; server: Server }> {
  const server = createServer((request, answer) => {
    for (const [name, value] of Object.entries(headers)) answer.setHeader(name, value);
    const isScript = request.url === '/paper.js';
    answer.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
    answer.end(isScript ? script : paper(player, attributes));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, server };
}

const said = (page: Page) => page.evaluate(() => (window as unknown as { said: Said[] }).said);
const ask = (page: Page, message: unknown) =>
  page.evaluate((given) => (window as unknown as { ask: (message: unknown) => void }).ask(given), message);
const command = (page: Page, name: string, value?: unknown) => ask(page, { grandstand: 1, command: name, value });
const last = async (page: Page, event: string) => (await said(page)).findLast((one) => one.event === event);

/** The player's own page has its name, as the demo's first channel is found by it. */
async function recorded(page: Page, baseURL: string | undefined): Promise<string> {
  const { recorded: id } = await findPlaces(page.request);
  return `${baseURL}/watch_embed/${id}`;
}

test('a page that shows a player speaks with it, and nobody else does', { tag: '@once' }, async ({ page, baseURL }) => {
  const player = await recorded(page, baseURL);
  const { port, server } = await publish(player);
  await page.goto(`http://127.0.0.1:${port}/`);
  await expect.poll(async () => (await last(page, 'listening')) !== undefined).toBe(true);

  await command(page, 'hello');
  await expect.poll(async () => (await last(page, 'ready'))?.grandstand).toBe(1);
  await expect.poll(async () => (await last(page, 'state'))?.state).toBe('play');
  // The frame beside asks for a pause twenty times a second.
  await expect.poll(async () => Number((await last(page, 'time'))?.position)).toBeGreaterThan(2);
  expect(await last(page, 'pause')).toBeUndefined();

  await command(page, 'pause');
  await expect.poll(async () => (await last(page, 'pause')) !== undefined).toBe(true);
  await command(page, 'seek', 20);
  await expect.poll(async () => (await last(page, 'time'))?.position).toBe(20);
  await command(page, 'mute', true);
  await expect.poll(async () => (await last(page, 'state'))?.muted).toBe(true);

  const before = (await said(page)).length;
  for (const hostile of [
    null,
    'play',
    ['play'],
    { command: 'play' },
    { grandstand: 2, command: 'play' },
    { grandstand: 1, command: { toString: 'play' } },
    'x'.repeat(8_000_000),
    { grandstand: '1', command: 'play', value: Array.from({ length: 100_000 }, (_, i) => i) },
  ]) {
    await ask(page, hostile);
  }
  await command(page, 'seek', -5);
  await command(page, '__proto__', 'x'.repeat(1_000_000));
  await expect.poll(async () => (await last(page, 'error'))?.problem).toBe('unknown_command');
  const since = (await said(page)).slice(before).filter((one) => one.event === 'error');
  expect(since.map((one) => one.problem)).toEqual(['bad_value', 'unknown_command']);
  expect(
    await page
      .frameLocator('#player')
      .locator('video')
      .evaluate((v: HTMLVideoElement) => v.paused),
  ).toBe(true);

  const all = await said(page);
  expect(all.every((one) => one.origin === new URL(player).origin)).toBe(true);
  expect(JSON.stringify(all)).not.toMatch(/media|api_key|token|user|@|m3u8/);
  server.close();
});

test('a site that is not listed shows no player, and no site another page', { tag: '@once' }, async ({
  page,
  baseURL,
}) => {
  const player = await recorded(page, baseURL);
  const unlisted = await publish(player);
  const shown = () => page.frames().find((frame) => frame.parentFrame() && /watch/.test(frame.url()));
  await page.goto(`http://127.0.0.1:${unlisted.port}/`);
  await expect.poll(() => shown()?.url()).toBe(player);
  await expect(page.frameLocator('#player').getByRole('region', { name: 'Video player' })).toBeVisible();

  // Every name below localhost is this device; the channel lists none of them.
  const refused = page.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()));
  await page.goto(`http://paper.localhost:${unlisted.port}/`);
  await refused;
  expect(await page.frameLocator('#player').locator('video').count()).toBe(0);
  unlisted.server.close();

  const whole = await publish(player.replace('/watch_embed/', '/watch/'));
  const refusedToo = page.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()));
  await page.goto(`http://127.0.0.1:${whole.port}/`);
  await refusedToo;
  whole.server.close();
});

/** Frames as editors make them; see the table in docs/guide/embed.md. */
const frames: Record<string, Paper> = {
  'of WordPress': { attributes: 'class="wp-embedded-content" sandbox="allow-scripts" security="restricted"' },
  'with a null origin that may open tabs': { attributes: 'sandbox="allow-scripts allow-popups allow-forms"' },
  'that keeps its origin': { attributes: 'sandbox="allow-scripts allow-same-origin allow-popups allow-presentation"' },
  'of a site with COEP: require-corp': { headers: { 'Cross-Origin-Embedder-Policy': 'require-corp' } },
  'of an isolated site': {
    headers: {
      'Cross-Origin-Embedder-Policy': 'credentialless',
      'Cross-Origin-Opener-Policy': 'same-origin',
    },
  },
  'without credentials': { attributes: 'credentialless', headers: { 'Cross-Origin-Embedder-Policy': 'require-corp' } },
};

for (const [kind, around] of Object.entries(frames)) {
  test(`a frame ${kind} plays`, { tag: '@once' }, async ({ page, baseURL }) => {
    const player = await recorded(page, baseURL);
    const { port, server } = await publish(`${player}#?secret=abcdefghij`, around);
    await page.goto(`http://127.0.0.1:${port}/`);
    const video = page.frameLocator('#player').locator('video');
    await expect.poll(() => video.evaluate((v: HTMLVideoElement) => v.currentTime)).toBeGreaterThan(1);
    server.close();
  });
}

test('a sandboxed frame asks WordPress to open the page of a game that must be bought', { tag: '@once' }, async ({
  page,
  baseURL,
}) => {
  const { paid } = await findPlaces(page.request);
  const player = `${baseURL}/watch_embed/${paid}`;
  const { port, server } = await publish(`${player}#?secret=abcdefghij`, frames['of WordPress']);
  await page.goto(`http://127.0.0.1:${port}/`);
  await page
    .frameLocator('#player')
    .getByRole('link', { name: /^Open on/ })
    .click();
  await expect
    .poll(async () => (await said(page)).findLast((one) => one.message === 'link'))
    .toMatchObject({ secret: 'abcdefghij', value: `${baseURL}/watch/${paid}`, origin: 'null' });
  server.close();
});
