import { readFileSync } from 'node:fs';
import { kit } from './paths.mjs';

const { schools } = JSON.parse(readFileSync(kit('catalog/schools.json'), 'utf8'));

/** The schools by key, with the colours and codes that every picture uses. */
export const school = Object.fromEntries(schools.map((s) => [s.key, s]));

// Who plays in the example channels: what their packs' catalog.yaml says of them, a
// second colour, one to write on theirs, and the tone of a fighter's skin.
const guests = {
  boreale: {
    estrie: ['EST', 'Estrie', 'Castors', '#1f3f9f', '#ffd42e', '#ffffff'],
    saguenay: ['SAG', 'Saguenay', 'Bélugas', '#0c87a6', '#eef9fc', '#ffffff'],
    gatineau: ['GAT', 'Gatineau', 'Draveurs', '#c92a1c', '#ffe3c2', '#ffffff'],
    abitibi: ['ABI', 'Abitibi', 'Carcajous', '#6a2c9b', '#f3d7ff', '#ffffff'],
    charlevoix: ['CHX', 'Charlevoix', 'Harfangs', '#d99a00', '#23190a', '#15132b'],
    beauce: ['BCE', 'Beauce', 'Géants', '#13713c', '#f4f1dd', '#ffffff'],
  },
  ironbell: {
    adeyemi: ['ADE', 'Adeyemi', 'Sam Adeyemi', '#c8141c', '#0c0a0a', '#ffffff', 1],
    boudreau: ['BOU', 'Boudreau', 'Luc Boudreau', '#1c4fb8', '#e8eefc', '#ffffff', 2],
    nair: ['NAI', 'Nair', 'Priya Nair', '#c98a12', '#141008', '#15120a', 3],
    marsh: ['MAR', 'Marsh', 'Lena Marsh', '#c8141c', '#f7f2ec', '#ffffff', 2],
    whitlock: ['WHI', 'Whitlock', 'Cal Whitlock', '#c8141c', '#f7f2ec', '#ffffff', 0],
    stone: ['STO', 'Stone', 'Eli Stone', '#1d7a4c', '#eafff3', '#ffffff', 4],
  },
};

/** Who plays, as the scenes want it: away or home side of a game on a channel. */
export function side(key, channel = 'northline') {
  if (channel !== 'northline') {
    const [code, name, nickname, c, c2, on, tone] = guests[channel][key];
    return { key, code, name, nickname, c, c2, on, tone };
  }
  const s = school[key];
  if (!s) throw new Error(`unknown school ${key}`);
  return { key, code: s.code, name: s.short_name, nickname: s.nickname, c: s.color, c2: s.color_2, on: s.on_color };
}
