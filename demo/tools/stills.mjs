// Draws a still for every school at home in every sport it plays, and the
// large ones for slides; then lists all stills in catalog/stills.json.
//   node stills.mjs [key…]
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { kit } from './lib/paths.mjs';
import { studio } from './lib/studio.mjs';
import { angles, heroes } from './stills-angles.mjs';

const { schools } = JSON.parse(readFileSync(kit('catalog/schools.json'), 'utf8'));
const { teams } = JSON.parse(readFileSync(kit('catalog/teams.json'), 'utf8'));
const drawn = JSON.parse(readFileSync(new URL('./stills-drawn.json', import.meta.url), 'utf8'));
const order = schools.map((s) => s.key);

// Every school at home once in each of its sports; the visitors rotate.
function plan() {
  return Object.entries(angles).flatMap(([sport, list], n) => {
    const has = (key) => teams.some((t) => t.school === key && t.sport === sport);
    const hosts = order.filter(has);
    return hosts.map((home, i) => {
      const away = hosts[(i + 1 + (n + 1) % (hosts.length - 1)) % hosts.length];
      return { key: `${sport}-${home}`, sport, away, home, ...list[i % list.length] };
    });
  }).concat(heroes);
}

async function draw(s) {
  const w = 1600, h = 896;
  await studio({ name: s.show ?? s.sport, away: s.away, home: s.home, detail: [6, 22] }, w, h, async (page) => {
    const png = Buffer.from(await page.evaluate(([t, spec]) => window.still(t, spec), [s.t, s]), 'base64');
    if (s.hero) await sharp(png).webp({ quality: 72, effort: 6 }).toFile(kit(`image/still/${s.key}.webp`));
    await sharp(png).resize(800).webp({ quality: 70, effort: 6 }).toFile(kit(`image/still/${s.key}${s.hero ? '-800' : ''}.webp`));
  });
}

const entry = (s) => ({ key: s.key, sport: s.sport, away: s.away, home: s.home, file: `image/still/${s.key}${s.hero ? '-800' : ''}.webp`, hero: s.hero ? `image/still/${s.key}.webp` : '' });
const only = process.argv.slice(2), all = plan();
mkdirSync(kit('image/still'), { recursive: true });
for (const s of all) {
  if (only.length && !only.includes(s.key)) continue;
  await draw(s);
  console.log(s.key);
}
const rows = [...drawn, ...all.map(entry)].map((r) => `    ${JSON.stringify(r)}`);
writeFileSync(kit('catalog/stills.json'), `{\n  "stills": [\n${rows.join(',\n')}\n  ]\n}\n`);
