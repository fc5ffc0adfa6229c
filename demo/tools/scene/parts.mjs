// Everything with a body is made of tapered, elliptical capsules, drawn in one
// instanced call: players, sticks, posts. A part is a row of 24 numbers.
import * as T from 'three';

const MAX = 1400;
const STRIDE = 24;

function capsule(rings, around) {
  const pos = [], end = [], index = [];
  const row = (phi, s) => {
    for (let i = 0; i <= around; i++) {
      const a = i / around * Math.PI * 2;
      pos.push(Math.cos(phi) * Math.cos(a), Math.sin(phi), Math.cos(phi) * Math.sin(a));
      end.push(s);
    }
  };
  for (let i = 0; i <= rings; i++) row(-Math.PI / 2 * (1 - i / rings), 0);
  for (let i = 0; i <= rings; i++) row(Math.PI / 2 * i / rings, 1);
  const n = around + 1;
  for (let r = 0; r < rings * 2 + 1; r++) {
    for (let i = 0; i < around; i++) {
      const a = r * n + i, b = a + n;
      index.push(a, b, a + 1, a + 1, b, b + 1);
    }
  }
  const g = new T.InstancedBufferGeometry();
  g.setAttribute('position', new T.Float32BufferAttribute(pos, 3));
  g.setAttribute('end', new T.Float32BufferAttribute(end, 1));
  g.setIndex(index);
  return g;
}

const vertex = `
precision highp float;
in vec3 position; in float end;
in vec4 iA, iB, iX, iC, iD, iE;
uniform mat4 viewMatrix, projectionMatrix; uniform float mirror;
out vec3 vN, vP, vC, vS, vL; out float vT; flat out vec3 vE; flat out float vD;
void main(){
  vec3 ax = iB.xyz-iA.xyz; float l = length(ax);
  vec3 Y = l > 1e-4 ? ax/l : vec3(0.,1.,0.);
  vec3 X = iX.xyz-Y*dot(iX.xyz,Y); X = length(X) > 1e-4 ? normalize(X) : normalize(cross(Y,vec3(.3,.2,.9)));
  vec3 Z = cross(X,Y);
  float r = mix(iA.w,iB.w,end);
  vec3 p = mix(iA.xyz,iB.xyz,end) + r*(X*position.x*iX.w + Y*position.y*iE.w + Z*position.z*iC.w);
  vec3 n = normalize(X*position.x/iX.w + Y*position.y/max(iE.w,.2) + Z*position.z/iC.w);
  vL = vec3(position.x, dot(p-iA.xyz,Y)/max(l,1e-4), position.z); vT = end;
  p.y *= mirror; n.y *= mirror;
  vN = n; vP = p; vC = iC.xyz; vS = iD.rgb; vE = iE.xyz; vD = iD.w;
  gl_Position = projectionMatrix*viewMatrix*vec4(p,1.);
}`;

const fragment = `
precision highp float;
in vec3 vN, vP, vC, vS, vL; in float vT; flat in vec3 vE; flat in float vD;
uniform vec3 eye, key, keyColor, sky, bounce, rim; uniform float mirror, shade; uniform sampler2D atlas;
out vec4 o;
void main(){
  vec3 n = normalize(vN), v = normalize(eye-vP);
  vec3 base = vC;
  float w = fwidth(vL.y)+1e-4;
  float stripe = smoothstep(vE.x-w,vE.x+w,vL.y)*(1.-smoothstep(vE.y-w,vE.y+w,vL.y));
  base = mix(base, vS, stripe);
  if (vD >= 0.) {
    bool back = vL.z > 0.;
    vec2 q = vec2((back?vL.x:-vL.x)*.62+.5, (vL.y-.12)/.8);
    if (q.x>0.&&q.x<1.&&q.y>0.&&q.y<1.&&abs(vL.z)>.12) {
      float cell = back ? vD : vD+8.*16.;
      vec2 at = (vec2(mod(cell,16.),floor(cell/16.))+vec2(q.x,1.-q.y))/16.;
      base = mix(base, vS, textureLod(atlas, vec2(at.x,1.-at.y), 0.).a);
    }
  }
  float d = max(0.,(dot(n,key)+.3)/1.3);
  float up = n.y*.5+.5;
  float f = 1.-max(0.,dot(n,v));
  float low = mix(shade,1.,smoothstep(0.,1.1,abs(vP.y)));
  vec3 c = base*(mix(bounce,sky,up)+keyColor*d)*low;
  vec3 h = normalize(key+v);
  c += vE.z*pow(max(0.,dot(n,h)),48.)*keyColor*.8;
  c += rim*pow(f,2.6)*(.25+.75*up)*low;
  o = vec4(c, mirror<0. ? .34*smoothstep(1.9,0.,-vP.y) : 1.);
}`;

/** The drawer of parts: clear(), add() in any order, then flush() once a frame. */
export class Parts {
  constructor(atlas, light = {}) {
    this.data = new Float32Array(MAX * STRIDE);
    this.n = 0;
    const buffer = new T.InstancedInterleavedBuffer(this.data, STRIDE, 1);
    buffer.setUsage(T.DynamicDrawUsage);
    this.buffer = buffer;
    const [rings, around] = light.detail;
    this.geometry = this.#geometry(rings, around);
    this.coarse = this.#geometry(1, 6);
    this.shared = {
      eye: { value: new T.Vector3() }, key: { value: new T.Vector3(0.25, 1, 0.42).normalize() },
      keyColor: { value: new T.Color(...(light.key ?? [0.62, 0.64, 0.66])) }, sky: { value: new T.Color(...(light.sky ?? [0.5, 0.55, 0.62])) },
      bounce: { value: new T.Color(...(light.bounce ?? [0.36, 0.4, 0.46])) }, rim: { value: new T.Color(...(light.rim ?? [0.42, 0.5, 0.6])) },
      shade: { value: light.shade ?? 0.72 }, atlas: { value: atlas },
    };
    this.body = this.#mesh(1);
    this.reflection = light.reflect === false ? null : this.#mesh(-1);
  }

  #geometry(rings, around) {
    const g = capsule(rings, around);
    ['iA', 'iB', 'iX', 'iC', 'iD', 'iE'].forEach((name, i) => g.setAttribute(name, new T.InterleavedBufferAttribute(this.buffer, 4, i * 4)));
    return g;
  }

  #mesh(mirror) {
    const material = new T.RawShaderMaterial({
      glslVersion: T.GLSL3, vertexShader: vertex, fragmentShader: fragment,
      uniforms: { ...this.shared, mirror: { value: mirror } },
      transparent: mirror < 0, depthWrite: mirror > 0, side: mirror < 0 ? T.BackSide : T.FrontSide,
    });
    const mesh = new T.Mesh(mirror < 0 ? this.coarse : this.geometry, material);
    mesh.frustumCulled = false;
    mesh.renderOrder = mirror < 0 ? 12 : 30;
    return mesh;
  }

  clear() {
    this.n = 0;
  }

  /**
   * A capsule from a to b with end radii ra and rb.
   * look: c colour; s second colour over the stretch from..to of the length;
   * side axis x with flattening wx and wz; gloss; decal number; cap roundness.
   */
  add(a, b, ra, rb, look) {
    if (this.n >= MAX) throw new Error('too many parts');
    const { c, s = c, from = 2, to = 3, x = [0.31, 0.17, 0.93], wx = 1, wz = 1, gloss = 0, decal = -1, cap = 1 } = look;
    this.data.set([
      a[0], a[1], a[2], ra, b[0], b[1], b[2], rb, x[0], x[1], x[2], wx,
      c[0], c[1], c[2], wz, s[0], s[1], s[2], decal, from, to, gloss, cap,
    ], this.n++ * STRIDE);
  }

  flush(camera) {
    this.shared.eye.value.copy(camera.position);
    this.geometry.instanceCount = this.coarse.instanceCount = this.n;
    this.buffer.needsUpdate = true;
    this.buffer.addUpdateRange?.(0, this.n * STRIDE);
  }
}

/** The atlas of jersey numbers 0 to 99, and below them letters A to Z for chests. */
export async function numberAtlas() {
  await document.fonts.load('900 60px Display');
  const size = 1024, cell = size / 16;
  const canvas = new OffscreenCanvas(size, size);
  const g = canvas.getContext('2d');
  g.textAlign = 'center';
  g.textBaseline = 'alphabetic';
  g.fillStyle = '#fff';
  const put = (i, text, font) => {
    g.font = font;
    g.fillText(text, (i % 16 + 0.5) * cell, (Math.floor(i / 16) + 0.86) * cell, cell * 0.98);
  };
  for (let i = 0; i < 100; i++) {
    put(i, String(i), '900 66px Display');
    put(i + 128, String(i), '900 40px Display');
  }
  const t = new T.CanvasTexture(canvas);
  t.minFilter = T.LinearMipmapLinearFilter;
  t.anisotropy = 4;
  return t;
}
