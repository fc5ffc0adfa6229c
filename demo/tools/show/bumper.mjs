// Six seconds for each of three invented sponsors: flat shapes, one movement,
// a name, a line in both languages.
import { bump, clamp, inOut, lerp, out3, ramp, rng } from '../scene/math.mjs';
import { fit } from '../scene/bug.mjs';
import { Ring, hall, lowpass, make } from '../sound/dsp.mjs';

export const fps = 25;
const seconds = 6;
const W = 1280, H = 720;

function words(g, o, t) {
  const { name, line, ligne, x, y, ink, soft, align = 'left', size = 104 } = o;
  g.textAlign = align;
  g.textBaseline = 'alphabetic';
  name.forEach((row, i) => {
    const k = out3((t - 1.5 - i * 0.16) / 0.7);
    g.save();
    g.beginPath();
    g.rect(0, y + i * size * 0.9 - size, W, size * 1.08);
    g.clip();
    g.font = `900 ${size}px Display`;
    g.fillStyle = ink;
    g.fillText(row, x, y + i * size * 0.9 + (1 - k) * size * 1.1);
    g.restore();
  });
  const below = y + (name.length - 1) * size * 0.9;
  [[line, 58, 2.3, 600], [ligne, 98, 2.6, 500]].forEach(([s, dy, at, weight]) => {
    g.globalAlpha = clamp((t - at) / 0.5);
    g.font = `${weight} 31px Body`;
    g.fillStyle = soft;
    g.fillText(s, x, below + dy + 6 * (1 - out3((t - at) / 0.6)));
  });
  g.globalAlpha = 1;
}

const brands = {
  // A sail fills, a rope draws itself along its edge.
  halyard: {
    text: { name: ['HALYARD', 'MUTUAL'], line: 'Steady, whatever the weather.', ligne: 'Solide, par tous les temps.', x: 640, y: 322, ink: '#ffffff', soft: '#c5d5ea' },
    chord: [50, 57, 62, 66, 69, 74],
    draw(g, t) {
      const sky = g.createLinearGradient(0, 0, 0, H);
      sky.addColorStop(0, '#0a2348');
      sky.addColorStop(1, '#123f74');
      g.fillStyle = sky;
      g.fillRect(0, 0, W, H);
      for (let i = 0; i < 4; i++) {
        g.fillStyle = ['#16508c', '#124579', '#0e3966', '#0a2c53'][i];
        g.beginPath();
        g.moveTo(0, H);
        for (let x = 0; x <= W; x += 16) g.lineTo(x, 560 + i * 40 + Math.sin(x / (130 + i * 30) + t * (1.1 + i * 0.25) + i * 2) * (12 - i * 1.5));
        g.lineTo(W, H);
        g.fill();
        if (i === 0) this.boat(g, t);
      }
    },
    boat(g, t) {
      const k = inOut(t / 1.6), x = lerp(-180, 330, out3(t / 2.2)) + t * 6, y = 560 + Math.sin(t * 1.4) * 7, full = lerp(10, 120, k) + Math.sin(t * 2.1) * 7;
      g.save();
      g.translate(x, y);
      g.rotate(Math.sin(t * 1.2) * 0.03 + 0.05);
      g.fillStyle = '#ffb81c';
      g.beginPath();
      g.moveTo(-130, -4);
      g.lineTo(140, -4);
      g.quadraticCurveTo(110, 46, 60, 48);
      g.lineTo(-84, 48);
      g.fill();
      g.fillStyle = '#f4f7fb';
      g.beginPath();
      g.moveTo(4, -400);
      g.quadraticCurveTo(20 + full, -190, 130, -24);
      g.lineTo(4, -24);
      g.fill();
      g.fillStyle = '#c9d9ee';
      g.beginPath();
      g.moveTo(-10, -360);
      g.quadraticCurveTo(-20 - full * 0.5, -170, -104, -24);
      g.lineTo(-10, -24);
      g.fill();
      g.strokeStyle = '#ffffff';
      g.lineWidth = 7;
      g.beginPath();
      g.moveTo(-3, -4);
      g.lineTo(-3, -430);
      g.stroke();
      g.restore();
    },
  },
  // A field of rye rises and turns into a round loaf.
  tamarack: {
    text: { name: ['TAMARACK', '& RYE'], line: 'Out of the oven before the bus leaves.', ligne: 'Sorti du four avant le départ de l’autocar.', x: 100, y: 236, ink: '#fff4df', soft: '#f1d9b4' },
    chord: [53, 57, 60, 64, 67, 72],
    draw(g, t) {
      g.fillStyle = '#8a3f1d';
      g.fillRect(0, 0, W, H);
      g.fillStyle = '#a24e22';
      g.beginPath();
      g.arc(1010, 360, 360 * out3(t / 1.2) + 8 * Math.sin(t), 0, 7);
      g.fill();
      const k = out3((t - 0.3) / 1.2);
      g.save();
      g.translate(1010, 372);
      g.scale(k, k);
      g.rotate(0.06 * Math.sin(t * 0.9));
      g.fillStyle = '#e9b15c';
      g.beginPath();
      g.ellipse(0, 0, 236, 206, 0, 0, 7);
      g.fill();
      g.fillStyle = '#f6d491';
      g.beginPath();
      g.ellipse(-18, -26, 196, 158, 0, 0, 7);
      g.fill();
      g.strokeStyle = '#b86d27';
      g.lineCap = 'round';
      g.lineWidth = 15;
      for (let i = -2; i <= 2; i++) {
        const u = clamp((t - 1.2 - (i + 2) * 0.14) / 0.4);
        if (u <= 0) continue;
        const w = 120 - Math.abs(i) * 22;
        g.beginPath();
        g.moveTo(-w, i * 56 + 20);
        g.quadraticCurveTo(lerp(-w, 0, u), i * 56 - 26 * u + 6, lerp(-w, w, u), i * 56 + lerp(20, -14, u));
        g.stroke();
      }
      g.restore();
      this.ears(g, t);
    },
    ears(g, t) {
      for (let i = 0; i < 22; i++) {
        const x = 20 + i * 60 + 14 * Math.sin(i * 3.1), grow = out3((t - 0.1 - (i % 7) * 0.07) / 1.4), h = (110 + 46 * Math.sin(i * 1.7)) * grow;
        const sway = Math.sin(t * 1.3 + i * 0.5) * 10 * grow;
        g.strokeStyle = '#d8953a';
        g.lineWidth = 4;
        g.beginPath();
        g.moveTo(x, H);
        g.quadraticCurveTo(x, H - h * 0.6, x + sway, H - h);
        g.stroke();
        g.fillStyle = '#edb656';
        for (let j = 0; j < 7; j++) {
          for (const s of [-1, 1]) {
            g.beginPath();
            g.ellipse(x + sway + s * 7, H - h - j * 11 * grow, 6, 11, s * 0.5, 0, 7);
            g.fill();
          }
        }
      }
    },
  },
  // Spruces at three depths, snow, and a band of light in the sky.
  blackspruce: {
    text: { name: ['BLACKSPRUCE', 'OUTFITTERS'], line: 'Out early. Back late.', ligne: 'Partir tôt. Rentrer tard.', x: 640, y: 270, ink: '#ffffff', soft: '#cfe6d9', align: 'center' },
    chord: [45, 52, 57, 60, 64, 69],
    draw(g, t) {
      const sky = g.createLinearGradient(0, 0, 0, H);
      sky.addColorStop(0, '#04130f');
      sky.addColorStop(1, '#0d3a2c');
      g.fillStyle = sky;
      g.fillRect(0, 0, W, H);
      for (let b = 0; b < 3; b++) {
        g.globalAlpha = 0.16 * ramp(0, 1.5, t);
        g.fillStyle = ['#3ff0b0', '#63c8ea', '#8df07c'][b];
        g.beginPath();
        for (let x = -20; x <= W + 20; x += 20) g.lineTo(x, 120 + b * 46 + Math.sin(x / 170 + t * 0.6 + b) * 54);
        for (let x = W + 20; x >= -20; x -= 20) g.lineTo(x, 230 + b * 60 + Math.sin(x / 210 + t * 0.5 + b * 2) * 62);
        g.fill();
      }
      g.globalAlpha = 1;
      [['#0f4636', 0.5, 470, 15], ['#0a3226', 1, 540, 26], ['#051c15', 2, 640, 44]].forEach(([c, speed, y, s], layer) => this.trees(g, t, c, speed, y, s, layer));
      this.snow(g, t);
    },
    trees(g, t, c, speed, y, s, layer) {
      const R = rng(layer + 5);
      g.fillStyle = c;
      g.fillRect(0, y, W, H - y);
      for (let i = 0; i < 40; i++) {
        const x = R() * (W + 400) - 100 - t * speed * 14, h = s * (4 + R() * 3.6);
        g.beginPath();
        for (let j = 0; j < 5; j++) {
          const top = y - h + j * h * 0.19, w = s * (0.45 + j * 0.36);
          g.moveTo(x, top);
          g.lineTo(x + w, top + h * 0.3);
          g.lineTo(x - w, top + h * 0.3);
        }
        g.fill();
      }
    },
    snow(g, t) {
      const R = rng(99);
      g.fillStyle = '#ffffff';
      for (let i = 0; i < 70; i++) {
        const z = 0.4 + R(), x = (R() * W + Math.sin(t * 0.7 + i) * 26 - t * 16 * z + W) % W, y = (R() * H + t * 46 * z) % H;
        g.globalAlpha = 0.35 + 0.4 * R();
        g.beginPath();
        g.arc(x, y, 1.6 * z + 0.8, 0, 7);
        g.fill();
      }
      g.globalAlpha = 1;
    },
  },
};

/** A plucked chord over a held one, for the brand. */
export function sound({ brand }) {
  const ring = new Ring(seconds), { chord } = brands[brand];
  const hz = (n) => 440 * 2 ** ((n - 69) / 12);
  const pluck = (f, d) => {
    const lp = lowpass(3200);
    return make(d, (t) => lp([1, 2, 3, 4].reduce((s, k) => s + Math.sin(6.2832 * f * k * t) / k ** 1.5 * Math.exp(-t * (2 + k * 1.1)), 0)) * Math.min(1, t / 0.004));
  };
  const pad = (f) => make(5.4, (t) => (Math.sin(6.2832 * f * t) + 0.5 * Math.sin(6.2832 * f * 1.003 * t) + 0.25 * Math.sin(12.566 * f * t)) * bump(0, 1.2, 3.6, 5.4, t));
  chord.slice(0, 4).forEach((n, i) => ring.add(pad(hz(n)), 0.1, 0.07, i * 0.4 - 0.6));
  [0, 2, 3, 4, 5, 3, 4, 5].forEach((n, i) => ring.add(pluck(hz(chord[n] + 12), 2), 0.5 + i * 0.22 + (i === 7 ? 0.22 : 0), 0.2, Math.sin(i * 2) * 0.6));
  ring.add(pluck(hz(chord[0]), 2.6), 2.3, 0.32);
  return hall(ring, { wet: 0.35, decay: 0.8, size: 1.3 });
}

export default async function show(stage, { brand }) {
  const b = brands[brand];
  stage.finish.uniforms.bloom.value = 0;
  return {
    seconds, fps,
    draw(t) {
      stage.draw((g, w) => fit(g, w, () => {
        b.draw(g, t);
        words(g, b.text, t);
        const dark = Math.max(1 - t / 0.3, (t - 5.65) / 0.35);
        if (dark > 0) {
          g.globalAlpha = clamp(dark);
          g.fillStyle = '#000';
          g.fillRect(0, 0, W, H);
          g.globalAlpha = 1;
        }
      }));
    },
  };
}
