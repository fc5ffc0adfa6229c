// Draws the pictures of the example channels' films and live games.
//   node examples.mjs [key…]
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import sharp from 'sharp';
import { demo } from './lib/paths.mjs';
import { studio } from './lib/studio.mjs';
import { shows } from './shows.mjs';

// Which moment of which video, around whom, and where the picture belongs.
const pictures = {
  'boreale-live': { file: 'packs/live/boreale.webp', t: 12.6, who: 'away.C', turn: 32, far: 6.4, high: 1.7, fov: 34, aside: 0.6 },
  'boreale-basketball': { file: 'packs/boreale/images/film-basketball.webp', t: 13.35, who: 'home.2', turn: 58, far: 5.2, high: 1.3, fov: 40, up: 1.7 },
  'boreale-volleyball': { file: 'packs/boreale/images/film-volleyball.webp', t: 9.92, who: 'away.3', turn: 52, far: 5.6, high: 1.5, fov: 40, up: 1.7 },
  'ironbell-live': { file: 'packs/live/ironbell.webp', t: 16.86, who: 'home', turn: -16, far: 4.7, high: 1.5, fov: 34, aside: -0.5 },
  'ironbell-boxing': { file: 'packs/ironbell/images/film-boxing.webp', t: 11.3, who: 'home', turn: 14, far: 4.7, high: 1.55, fov: 34, aside: -0.5 },
  'ironbell-kickboxing': { file: 'packs/ironbell/images/film-kickboxing.webp', t: 8.6, who: 'home', turn: -4, far: 4.9, high: 1.5, fov: 36, aside: -0.6 },
};

const only = process.argv.slice(2);
for (const [key, p] of Object.entries(pictures)) {
  if (only.length && !only.includes(key)) continue;
  mkdirSync(dirname(demo(p.file)), { recursive: true });
  await studio({ ...shows[key], detail: [6, 22] }, 1600, 896, async (page) => {
    const png = Buffer.from(await page.evaluate(([t, spec]) => window.still(t, spec), [p.t, p]), 'base64');
    await sharp(png).resize(1280).webp({ quality: 70, effort: 6 }).toFile(demo(p.file));
  });
  console.log(key);
}
