// Broadcast graphics, drawn on a 2D canvas in units of a 1280 by 720 picture.
import { brands } from './brand.mjs';
import { bump, clamp, out3, ramp } from './math.mjs';

const display = (size, weight = 850) => `${weight} ${size}px Display`;

function slab(g, x, y, w, h, fill, cutL = 0, cutR = 0) {
  g.fillStyle = fill;
  g.beginPath();
  g.moveTo(x + cutL, y);
  g.lineTo(x + w, y);
  g.lineTo(x + w - cutR, y + h);
  g.lineTo(x, y + h);
  g.fill();
}

function text(g, s, x, y, font, fill, align = 'left', track = 0) {
  g.font = font;
  g.letterSpacing = `${track}px`;
  g.fillStyle = fill;
  g.textAlign = align;
  g.textBaseline = 'alphabetic';
  g.fillText(s, x, y);
  g.letterSpacing = '0px';
}

const caps = (g, s, font, track = 0) => {
  g.font = font;
  g.letterSpacing = `${track}px`;
  const w = g.measureText(s).width;
  g.letterSpacing = '0px';
  return w;
};

/**
 * The score bug at the upper left: two teams, their scores, and the clock in a
 * white plate with the cut. flash: { team, age } wipes the new score in.
 */
export function scoreBug(g, { away, home, score, clock, flash, note, show = 1 }) {
  if (show <= 0) return;
  g.save();
  g.globalAlpha = show;
  const x0 = 34, y = 30, h = 44;
  let x = x0;
  g.shadowColor = 'rgba(0,0,0,.45)';
  g.shadowBlur = 14;
  g.shadowOffsetY = 3;
  slab(g, x0, y, 330, h, 'rgba(5,7,11,.01)');
  g.shadowColor = 'transparent';
  for (const [key, t] of [['away', away], ['home', home]]) {
    const w = 78, sw = String(score[key]).length > 1 ? 58 : 46;
    slab(g, x, y, w, h, 'rgba(5,7,11,.94)');
    slab(g, x, y, 8, h, t.c);
    text(g, t.code, x + 20, y + 34, display(31, 860), '#fff', 'left', 0.6);
    x += w;
    slab(g, x, y, sw, h, t.c);
    if (flash?.team === key && flash.age < 3) {
      const k = out3(flash.age / 0.42);
      g.save();
      g.beginPath();
      g.rect(x, y, sw, h);
      g.clip();
      slab(g, x - 10, y, (sw + 20) * k, h, `rgba(255,255,255,${1 - ramp(0.5, 2.6, flash.age)})`, 0, 10);
      g.restore();
    }
    const dark = flash?.team === key && flash.age < 1.4;
    text(g, String(score[key]), x + sw / 2, y + 35, display(36, 900), dark ? '#0a0d13' : t.on, 'center');
    x += sw;
  }
  g.font = display(29, 800);
  const cw = Math.max(108, caps(g, clock.replace(/\d/g, '0'), display(29, 800), 0.4) + 34);
  slab(g, x, y, cw, h, '#fff', 0, 12);
  text(g, clock, x + 14, y + 33, display(29, 800), '#0a0d13', 'left', 0.4);
  if (note?.text) {
    const k = bump(0, 0.35, note.length - 0.35, note.length, note.age);
    const nw = caps(g, note.text, display(22, 820), 0.4) + 34;
    g.beginPath();
    g.rect(x0, y + h + 4, nw * k, 32);
    g.clip();
    slab(g, x0, y + h + 4, nw, 30, note.colour, 0, 9);
    text(g, note.text, x0 + 12, y + h + 27, display(22, 820), note.ink, 'left', 0.4);
  }
  g.restore();
}

/** A lower third: a coloured slab with a heading and a line below it. age in seconds. */
export function lowerThird(g, { team, title, line, number, age, length }) {
  const inK = out3(age / 0.5), outK = ramp(length - 0.4, length, age);
  if (age < 0 || age > length) return;
  g.save();
  const x = 72, y = 560, h = 92, w = Math.max(430, caps(g, title, display(46, 880)) + 190, caps(g, line, '600 22px Body') + 190);
  g.beginPath();
  g.moveTo(x, y - 4);
  g.lineTo(x + (w + 26) * inK, y - 4);
  g.lineTo(x + (w + 26) * inK - 26, y + h + 4);
  g.lineTo(x, y + h + 4);
  g.clip();
  g.translate(-outK * (w + 40), 0);
  slab(g, x, y, w, h, 'rgba(5,7,11,.93)', 0, 24);
  slab(g, x, y, 122, h, team.c, 0, 24);
  slab(g, x, y + h - 5, w, 5, team.c, 0, 0);
  const late = out3((age - 0.22) / 0.5);
  g.globalAlpha = clamp(late);
  text(g, number, x + 52, y + 70, display(72, 900), team.on, 'center');
  text(g, title, x + 140 + (1 - late) * 24, y + 50, display(46, 880), '#fff');
  text(g, line, x + 140 + (1 - late) * 36, y + 78, '600 21px Body', '#cdd5e1');
  g.restore();
}

/** A badge at the upper right, such as REPLAY. */
export function badge(g, { label, age, length, brand }) {
  const k = bump(0, 0.3, length - 0.3, length, age);
  if (k <= 0) return;
  g.save();
  const w = caps(g, label, display(30, 860), 1) + 52, x = 1246 - w, y = 30;
  g.beginPath();
  g.rect(x + w * (1 - k), y, w * k, 44);
  g.clip();
  slab(g, x, y, w, 44, brand.accent, 12, 0);
  text(g, label, x + 30, y + 34, display(30, 860), brand.ink, 'left', 1);
  g.restore();
}

function mark(g, x, y, s, brand) {
  g.save();
  g.translate(x, y);
  g.scale(s, s);
  brand.mark(g);
  g.restore();
}

/** The channel's mark at the lower right, as broadcasters leave it on. */
export function watermark(g, brand) {
  g.save();
  g.globalAlpha = 0.55;
  mark(g, 1192, 650, 0.85, brand);
  g.restore();
}

/**
 * The full-screen wipe: slanted bands that close at 0.5 and open again. k runs
 * 0..1; at 0.5 the picture is covered and a cut or a loop goes unseen.
 */
export function wipe(g, k, { brand = brands.northline, label = '', ...colours } = {}) {
  if (k <= 0 || k >= 1) return;
  const { c, c2, c3 } = { ...brand.wipe, ...colours };
  const W = 1280, H = 720, slant = 300;
  const band = (from, to, fill) => {
    g.fillStyle = fill;
    g.beginPath();
    g.moveTo(from + slant, 0);
    g.lineTo(to + slant, 0);
    g.lineTo(to, H);
    g.lineTo(from, H);
    g.fill();
  };
  const lead = (d) => -slant - 40 + (W + slant + 120) * ramp(d, 0.42 + d, k);
  const tail = (d) => -slant - 40 + (W + slant + 120) * ramp(0.5 + d, 0.94 + d, k);
  band(tail(0.0), lead(0.0), c2);
  band(tail(-0.02), lead(0.03), '#ffffff');
  band(tail(-0.04), lead(0.05), c3);
  band(tail(-0.06), lead(0.08), c);
  const m = bump(0.32, 0.46, 0.56, 0.68, k);
  if (m <= 0) return;
  g.save();
  g.globalAlpha = m;
  const z = 0.92 + 0.16 * k;
  g.translate(640, 360);
  g.scale(z, z);
  mark(g, -72, label ? -128 : -80, 3.6, brand);
  if (label) text(g, label, 0, 112, display(84, 900), '#fff', 'center', 1);
  g.restore();
}

/** Widens or narrows the whole graphics to the picture's size. */
export function fit(g, w, draw) {
  g.save();
  g.scale(w / 1280, w / 1280);
  draw(g);
  g.restore();
}
