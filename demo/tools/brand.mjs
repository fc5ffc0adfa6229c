// Northline's logo, icons and social picture, the schools' crests and the sport tiles.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as fontkit from 'fontkit';
import sharp from 'sharp';
import { court, tile } from './lib/court.mjs';
import { crest, crestBody } from './lib/crest.mjs';
import { withPage } from './lib/page.mjs';
import { kit, tool } from './lib/paths.mjs';
import { school } from './lib/teams.mjs';

const mark = '<path fill="#ffb81c" d="M20 0 40 40H27l-7-15-7 15H0Z"/><path fill="#fff" d="m20 15 4 9h-8Z"/>';
const svg = (box, body) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">${body}</svg>\n`;
const icon = svg('0 0 64 64', `<rect width="64" height="64" rx="12" fill="#050d20"/><g transform="translate(12 12)">${mark}</g>`);

function write(name, text) {
  mkdirSync(kit(name).replace(/\/[^/]+$/, ''), { recursive: true });
  writeFileSync(kit(name), text);
}

// Outlines of a line of text: an SVG used as a picture cannot load a font.
function outline(file, weight, text, x, y, size, fill) {
  const font = fontkit.openSync(tool(`node_modules/@fontsource/${file}/files/${file}-latin-${weight}-normal.woff`));
  const scale = size / font.unitsPerEm;
  let pen = x;
  const d = font.layout(text).glyphs.map((g) => {
    const at = pen;
    pen += g.advanceWidth * scale;
    return g.path.scale(scale, -scale).translate(at, y).toSVG().replace(/\d+\.\d+/g, (n) => String(Math.round(n * 100) / 100));
  }).join('');
  return `<path fill="${fill}" d="${d}"/>`;
}

async function icons() {
  write('image/brand/logo.svg', svg('0 0 164 40', mark
    + outline('sofia-sans-extra-condensed', 900, 'NORTHLINE', 50, 23.5, 30, '#fff')
    + outline('figtree', 600, 'University Sport', 50, 36.5, 11, '#fff')));
  write('image/brand/mark.svg', svg('0 0 40 40', mark));
  write('image/brand/favicon.svg', icon);
  for (const size of [32, 180, 192, 512]) {
    await sharp(Buffer.from(icon), { density: 72 * size / 64 }).resize(size).png({ compressionLevel: 9, palette: true }).toFile(kit(`image/brand/favicon-${size}.png`));
  }
}

// A school's tile: its colour by night, court lines, and its crest half out of the picture.
async function schoolTile(s) {
  const sports = ['hockey', 'basketball', 'soccer', 'volleyball', 'football'];
  const lines = court[sports[s.key.length % sports.length]];
  const body = `<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${s.color}"/><stop offset="1" stop-color="#05070b"/></linearGradient>
    <linearGradient id="d" x1="0" y1="0" x2="0" y2="1"><stop offset=".4" stop-color="#05070b" stop-opacity="0"/><stop offset="1" stop-color="#05070b" stop-opacity=".8"/></linearGradient></defs>
    <path fill="url(#g)" d="M0 0h640v360H0z"/><g transform="translate(-60 -170) rotate(-14 200 200) scale(3.4)" fill="none" stroke="#fff" stroke-width="1.2" opacity=".2">${lines}</g>
    <g transform="translate(330 34) scale(6.6)">${crestBody(s)}</g><path fill="url(#d)" d="M0 0h640v360H0z"/>`;
  await sharp(Buffer.from(svg('0 0 640 360', body)), { density: 96 }).resize(640, 360).webp({ quality: 76, effort: 6 }).toFile(kit(s.tile));
}

async function social() {
  await withPage('brand.html', async (page) => {
    await page.waitForFunction(() => document.fonts.status === 'loaded');
    const still = `data:image/webp;base64,${readFileSync(kit('image/still/hockey-hero.webp')).toString('base64')}`;
    await page.evaluate((src) => window.social(src), still);
    await page.setViewportSize({ width: 1200, height: 630 });
    const png = await page.screenshot({ clip: { x: 0, y: 0, width: 1200, height: 630 } });
    await sharp(png).png({ palette: true, quality: 90, compressionLevel: 9 }).toFile(kit('image/brand/social.png'));
  });
}

await icons();
for (const s of Object.values(school)) {
  write(`image/school/${s.key}.svg`, crest(s));
  await schoolTile(s);
}
const { sports } = JSON.parse(readFileSync(kit('catalog/sports.json'), 'utf8'));
for (const s of sports) write(`image/sport/${s.key}.svg`, tile(s.key, s.color));
await social();
