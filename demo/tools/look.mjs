// Draws single frames to look at: node look.mjs <show> <out folder> <t> [t…]
// SCALE=.5 draws them at half size.
import { mkdirSync, writeFileSync } from 'node:fs';
import { studio } from './lib/studio.mjs';
import { shows } from './shows.mjs';

const [key, folder, ...times] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const s = shows[key];
const scale = Number(process.env.SCALE ?? 1);
await studio(s, s.w * scale, s.h * scale, async (page) => {
  for (const t of times) {
    const began = Date.now();
    const png = await page.evaluate((at) => window.frame(at), Number(t));
    writeFileSync(`${folder}/${key}-${t}.png`, Buffer.from(png, 'base64'));
    console.log(t, Date.now() - began, 'ms');
  }
});
