// Draws a recorded moment of a game on foot into its gym or stadium.
import { brands } from './brand.mjs';
import { field, soccerGoals, uprights } from './field.mjs';
import { gym, hoops, netPosts } from './gym.mjs';
import { Parts, numberAtlas } from './parts.mjs';
import { players, wardrobe } from './players.mjs';

const warm = { key: [0.66, 0.63, 0.58], sky: [0.5, 0.49, 0.5], bounce: [0.36, 0.3, 0.25], rim: [0.5, 0.46, 0.42], shade: 0.75 };
const night = { key: [0.74, 0.75, 0.74], sky: [0.5, 0.54, 0.6], bounce: [0.2, 0.28, 0.2], rim: [0.4, 0.46, 0.54], shade: 0.7, reflect: false };

const balls = {
  basketball: (parts, b) => sphere(parts, b, 0.125, { c: [0.78, 0.36, 0.12], s: [0.1, 0.06, 0.04], from: 0.46, to: 0.54, gloss: 0.3 }),
  volleyball: (parts, b) => sphere(parts, b, 0.115, { c: [0.95, 0.82, 0.2], s: [0.15, 0.3, 0.65], from: 0.4, to: 0.62, gloss: 0.4 }),
  soccer: (parts, b) => sphere(parts, b, 0.125, { c: [0.96, 0.96, 0.95], s: [0.12, 0.13, 0.16], from: 0.42, to: 0.58, gloss: 0.4 }),
  football: (parts, b) => {
    const d = [0.13, 0.03, 0.06];
    parts.add([b.x - d[0], b.y - d[1], b.z - d[2]], [b.x + d[0], b.y + d[1], b.z + d[2]], 0.045, 0.045, { c: [0.42, 0.22, 0.1] });
    parts.add([b.x - 0.05, b.y, b.z], [b.x + 0.05, b.y, b.z], 0.1, 0.1, { c: [0.46, 0.24, 0.11], gloss: 0.3 });
  },
};

// Half the radius in the core, so that the stripe turns with the ball.
function sphere(parts, b, r, look) {
  const a = b.x * 3.1 + b.z * 2.3, d = r * 0.35;
  parts.add([b.x - Math.cos(a) * d, b.y - Math.sin(a) * d, b.z], [b.x + Math.cos(a) * d, b.y + Math.sin(a) * d, b.z], r * 0.86, r * 0.86, { ...look, cap: 0.8 });
}

const props = { basketball: (parts, o) => hoops(parts, o.swing), volleyball: netPosts, soccer: soccerGoals, football: uprights };

/** Builds the place for a sport; show(moment, options) sets one frame. */
export async function courtScene(stage, sport, { away, home, brand = brands.northline, women, people, awaySide }) {
  const indoor = sport === 'basketball' || sport === 'volleyball';
  const parts = new Parts(await numberAtlas(), { ...(indoor ? warm : night), detail: stage.detail });
  stage.front.add(parts.body);
  if (parts.reflection) stage.front.add(parts.reflection);
  const place = indoor ? gym(stage, sport, { away, home, brand, awaySide }) : field(stage, sport, { away, home, awaySide });
  const looks = wardrobe(sport, people, { away, home, women });
  return {
    show(m, o) {
      parts.clear();
      props[sport](parts, o);
      const shadows = players(parts, m, looks, o.at ?? o.time);
      const b = m.ball;
      if (b.y > -0.5) {
        balls[sport](parts, b);
        shadows.push({ x: b.x, z: b.z, rx: 0.24 + b.y * 0.05, rz: 0.2 + b.y * 0.04, a: 0.5 / (1 + b.y * 0.6) });
        streak(parts, m);
      }
      place.shadows.set(shadows);
      place.crowd.set(o.time, stage.camera, { cheer: o.cheer, height: stage.h, hide: o.hide });
      place.floor.update(stage.camera);
      parts.flush(stage.camera);
    },
  };
}

// A fast ball leaves a short pale trail.
function streak(parts, m) {
  const b = m.ball, a = m.before;
  if (!a) return;
  const d = Math.hypot(b.x - a.x, b.y - a.y, b.z - a.z);
  if (d < 0.42 || d > 4) return;
  const k = Math.min(1, 1.1 / d);
  parts.add([b.x + (a.x - b.x) * k, b.y + (a.y - b.y) * k, b.z + (a.z - b.z) * k], [b.x, b.y, b.z], 0.02, 0.07, { c: [0.62, 0.62, 0.6], cap: 0.5 });
}
