// What surrounds any playing surface: rows of people, their flashes, the dark.
import * as T from 'three';
import { lerp, rgb, rng } from './math.mjs';

const vertex = `
precision highp float;
in vec3 position; in vec4 iP, iC, iS;
uniform mat4 viewMatrix, projectionMatrix; uniform float time, cheer, hush; uniform vec3 cheerFor, eye; uniform float hide;
out vec2 q; out vec3 cS, cK; out float arms, lum;
void main(){
  float ph = iP.w*6.2831;
  float mine = clamp(cheer*1.4 - fract(iP.w*7.31)*.5, 0., 1.) * mix(.25,1.,step(distance(iC.rgb,cheerFor),.3)+step(.35,fract(iP.w*3.7)));
  mine = clamp(mine,0.,1.);
  float hop = mine*abs(sin(time*(7.+2.*fract(iP.w*13.))+ph))*.34;
  float sway = sin(time*(.8+fract(iP.w*5.))+ph)*.035*(1.-hush);
  arms = mine; lum = iS.w; cS = iC.rgb; cK = iS.rgb;
  q = vec2(position.x*1.5, position.y*1.5);
  vec3 right = vec3(viewMatrix[0][0],viewMatrix[1][0],viewMatrix[2][0]);
  vec3 p = iP.xyz + right*(q.x*.55*iC.w+sway) + vec3(0.,(q.y*.56+hop+mine*.16)*iC.w,0.);
  gl_Position = distance(iP.xyz,eye) < hide ? vec4(0.,0.,2.,1.) : projectionMatrix*viewMatrix*vec4(p,1.);
}`;

const fragment = `
precision highp float;
in vec2 q; in vec3 cS, cK; in float arms, lum; uniform vec3 air; uniform float time; out vec4 o;
float cap(vec2 p, vec2 a, vec2 b, float r){ vec2 d=b-a; float h=clamp(dot(p-a,d)/dot(d,d),0.,1.); return length(p-a-d*h)-r; }
void main(){
  float body = cap(q, vec2(0.,.12), vec2(0.,.62), .34);
  float head = length((q-vec2(0.,1.18))*vec2(1.,.86))-.2;
  float arm = 1.;
  if (arms>.12) { vec2 h=mix(vec2(.34,.4),vec2(.44+.1*sin(time*9.+lum*60.),1.62),smoothstep(.1,.5,arms)); arm = min(cap(q,vec2(.27,.8),h,.075),cap(q,vec2(-.27,.8),h*vec2(-1.,1.),.075)); }
  if (min(min(body,head),arm)>0.) discard;
  vec3 c = head<0. ? cK : (arm<0.&&body>0. ? mix(cS,cK,.5) : cS*(1.-.25*smoothstep(.1,-.3,q.y)));
  o = vec4(mix(air, c, lum), 1.);
}`;

const skins = ['#d9b08c', '#8a5a3c', '#e6c3a0', '#5a3a28', '#c4946c', '#f0d2b4'];
const clothes = ['#c9b29b', '#8d6e57', '#2a2c33', '#3d4250', '#e9e4da', '#1b1d24', '#5a6071', '#7a2f2f', '#2f4a6a', '#4a5a3c', '#b8bcc4'];

/** A path around the surface at a distance: point(t) for t in [0,1), and its length. */
export function roundedRect(hx, hz, radius, grow = 0) {
  const r = radius + grow, x = hx - radius, z = hz - radius;
  const arc = Math.PI * r / 2;
  const total = 4 * x + 4 * z + 4 * arc;
  const sides = [[2 * z, 0], [arc, 1], [2 * x, 2], [arc, 3], [2 * z, 4], [arc, 5], [2 * x, 6], [arc, 7]];
  const at = (d, i) => {
    const corner = (cx, cz, a0) => {
      const a = a0 + d / r;
      return [cx + Math.cos(a) * r, cz + Math.sin(a) * r, Math.cos(a), Math.sin(a)];
    };
    switch (i) {
      case 0: return [x + r, -z + d, 1, 0];
      case 1: return corner(x, z, 0);
      case 2: return [x - d, z + r, 0, 1];
      case 3: return corner(-x, z, Math.PI / 2);
      case 4: return [-x - r, z - d, -1, 0];
      case 5: return corner(-x, -z, Math.PI);
      case 6: return [-x + d, -z - r, 0, -1];
      default: return corner(x, -z, Math.PI * 1.5);
    }
  };
  return {
    length: total,
    point(t) {
      let d = ((t % 1) + 1) % 1 * total;
      for (const [l, i] of sides) {
        if (d <= l) return at(d, i);
        d -= l;
      }
      return at(0, 0);
    },
  };
}

/** Banks of lamps high above the stands, seen only by a camera that looks up. banks: [x, y, z, count, gap]. */
export function lamps(scene, banks, { size = 1, colour = [0.9, 0.95, 1] } = {}) {
  const at = [];
  for (const [x, y, z, n, gap] of banks) for (let i = 0; i < n; i++) at.push(x + (i - (n - 1) / 2) * gap * (Math.abs(z) > Math.abs(x) * 0.3 ? 1 : 0), y, z + (i - (n - 1) / 2) * gap * (Math.abs(z) > Math.abs(x) * 0.3 ? 0 : 1));
  const g = new T.BufferGeometry();
  g.setAttribute('position', new T.Float32BufferAttribute(at, 3));
  const points = new T.Points(g, new T.RawShaderMaterial({
    glslVersion: T.GLSL3, transparent: true, depthWrite: false, blending: T.AdditiveBlending, uniforms: { size: { value: size }, colour: { value: new T.Color(...colour) } },
    vertexShader: 'precision highp float; in vec3 position; uniform mat4 viewMatrix, projectionMatrix; uniform float size; void main(){ gl_Position = projectionMatrix*viewMatrix*vec4(position,1.); gl_PointSize = clamp(size*projectionMatrix[1][1]*620./gl_Position.w, 2., 160.); }',
    fragmentShader: 'precision highp float; uniform vec3 colour; out vec4 o; void main(){ float d = length(gl_PointCoord-.5)*2.; o = vec4(colour*(smoothstep(.2,.08,d)*1.4+pow(max(0.,1.-d),3.)*.85),1.); }',
  }));
  points.frustumCulled = false;
  scene.add(points);
}

/**
 * Rows of people on a raked stand that follows path(grow). Colours: the home
 * side's on most of it, the away side's in one block.
 */
export class Crowd {
  constructor(scene, o) {
    this.o = o;
    const R = rng(o.seed);
    const P = [], C = [], S = [];
    const skin = skins.map(rgb), cloth = clothes.map(rgb), home = rgb(o.home), away = rgb(o.away), white = [0.85, 0.87, 0.9];
    for (let row = 0; row < o.rows; row++) {
      const path = o.path(o.gap + row * o.depth);
      const n = Math.floor(path.length / o.pitch);
      for (let i = 0; i < n; i++) {
        const t = (i + (row % 2) * 0.5 + (R() - 0.5) * 0.3) / n;
        const [x, z, nx] = path.point(t);
        const aisle = Math.abs(((i * o.pitch) % 13) - 6.5) > 6.1;
        if (R() < o.empty || aisle || (o.only && !o.only(x, z))) continue;
        const visitors = x * o.awaySide > 6 && x * o.awaySide < 22 && Math.abs(nx) < 0.7;
        const k = R();
        const fan = visitors ? (k < 0.4 ? away : k < 0.5 ? white : null) : (k < 0.27 ? home : k < 0.34 ? white : k < 0.36 ? away : null);
        const shirt = fan ?? cloth[(R() * cloth.length) | 0];
        const light = o.lum * lerp(1.1, 0.3, (row / (o.rows - 1)) ** 0.7) * (0.5 + 0.6 * R());
        P.push(x, o.y0 + row * o.rise, z, R());
        C.push(...shirt, 0.92 + R() * 0.2);
        S.push(...skin[(R() * skin.length) | 0], light);
      }
    }
    this.#mesh(scene, P, C, S, o);
    this.#steps(scene, o);
    this.#flashes(scene, P, R);
  }

  #mesh(scene, P, C, S, o) {
    const g = new T.InstancedBufferGeometry();
    g.setAttribute('position', new T.Float32BufferAttribute([-0.5, -0.1, 0, 0.5, -0.1, 0, 0.5, 1.2, 0, -0.5, 1.2, 0], 3));
    g.setIndex([0, 1, 2, 0, 2, 3]);
    [['iP', P], ['iC', C], ['iS', S]].forEach(([n, a]) => g.setAttribute(n, new T.InstancedBufferAttribute(new Float32Array(a), 4)));
    this.uniforms = { time: { value: 0 }, cheer: { value: 0 }, hush: { value: 0 }, eye: { value: new T.Vector3() }, hide: { value: 0 }, cheerFor: { value: new T.Color(...rgb(o.home)) }, air: { value: new T.Color(...(o.air ?? [0.02, 0.028, 0.05])) } };
    const mesh = new T.Mesh(g, new T.RawShaderMaterial({ glslVersion: T.GLSL3, vertexShader: vertex, fragmentShader: fragment, uniforms: this.uniforms, side: T.DoubleSide }));
    mesh.frustumCulled = false;
    scene.add(mesh);
  }

  // The concrete under the people: a dark slope that hides what lies behind.
  #steps(scene, o) {
    const pos = [], col = [], idx = [];
    const N = 160, rows = [o.path(o.gap - 0.9), o.path(o.gap + o.rows * o.depth + 2)];
    for (let i = 0; i <= N; i++) {
      rows.forEach((p, k) => {
        const [x, z] = p.point(i / N);
        pos.push(x, k ? o.y0 + (o.rows + 2) * o.rise - 0.4 : o.y0 - 0.5, z);
        const c = o.air ?? [0.02, 0.028, 0.05];
        col.push(...c.map((v) => v * (k ? 0.5 : 1.5)));
      });
      if (i < N) idx.push(i * 2, i * 2 + 1, i * 2 + 2, i * 2 + 2, i * 2 + 1, i * 2 + 3);
    }
    const g = new T.BufferGeometry();
    g.setAttribute('position', new T.Float32BufferAttribute(pos, 3));
    g.setAttribute('color', new T.Float32BufferAttribute(col, 3));
    g.setIndex(idx);
    scene.add(new T.Mesh(g, new T.MeshBasicMaterial({ vertexColors: true, side: T.DoubleSide })));
  }

  #flashes(scene, P, R) {
    this.spots = [];
    const n = 70, at = new Float32Array(n * 3);
    for (let i = 0; i < n; i++) {
      const k = ((R() * P.length / 4) | 0) * 4;
      at.set([P[k], P[k + 1] + 0.75, P[k + 2]], i * 3);
      this.spots.push({ every: 5 + R() * 16, at: R() * 20 });
    }
    const g = new T.BufferGeometry();
    g.setAttribute('position', new T.Float32BufferAttribute(at, 3));
    this.glow = new Float32Array(n);
    g.setAttribute('glow', new T.BufferAttribute(this.glow, 1));
    this.flash = new T.Points(g, new T.RawShaderMaterial({
      glslVersion: T.GLSL3, transparent: true, depthWrite: false, blending: T.AdditiveBlending, uniforms: { px: { value: 1 } },
      vertexShader: 'precision highp float; in vec3 position; in float glow; uniform mat4 viewMatrix, projectionMatrix; uniform float px; out float a; void main(){ a=glow; gl_Position = projectionMatrix*viewMatrix*vec4(position,1.); gl_PointSize = glow>0. ? px*(2.+8.*glow) : 0.; }',
      fragmentShader: 'precision highp float; in float a; out vec4 o; void main(){ float d = length(gl_PointCoord-.5)*2.; o = vec4(vec3(.9,.95,1.)*a*pow(max(0.,1.-d),2.),1.); }',
    }));
    this.flash.frustumCulled = false;
    scene.add(this.flash);
  }

  /** Sets the moment: time in seconds, cheer and hush 0..1, height of the picture. People closer to the camera than hide metres are left out. */
  set(time, camera, { cheer = 0, hush = 0, height = 720, hide = 3 } = {}) {
    this.uniforms.hide.value = hide;
    this.uniforms.eye.value.copy(camera.position);
    this.uniforms.time.value = time;
    this.uniforms.cheer.value = cheer;
    this.uniforms.hush.value = hush;
    this.flash.material.uniforms.px.value = height / 720;
    this.spots.forEach((s, i) => {
      const since = ((time * (1 + 2.5 * cheer) + s.at) % s.every);
      this.glow[i] = since < 0.12 ? 1 : since < 0.24 ? 0.4 : 0;
    });
    this.flash.geometry.attributes.glow.needsUpdate = true;
  }
}
