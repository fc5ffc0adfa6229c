import { readFileSync } from 'node:fs';
import { kit } from './paths.mjs';

const { schools } = JSON.parse(readFileSync(kit('catalog/schools.json'), 'utf8'));

/** The schools by key, with the colours and codes that every picture uses. */
export const school = Object.fromEntries(schools.map((s) => [s.key, s]));

/** A school as the scenes want it: away or home side of a game. */
export function side(key) {
  const s = school[key];
  if (!s) throw new Error(`unknown school ${key}`);
  return { key, code: s.code, name: s.short_name, nickname: s.nickname, c: s.color, c2: s.color_2, on: s.on_color };
}
