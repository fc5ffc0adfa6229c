// The picture pipeline: crowd at half size and softened, the scene with
// multisampling, bloom, grade and overlay, then YUV planes ready for an encoder.
import * as T from 'three';

const quadVertex = 'out vec2 uv0; void main(){ uv0 = position.xy*.5+.5; gl_Position = vec4(position.xy,0.,1.); }';

function pass(fragment, uniforms) {
  const material = new T.RawShaderMaterial({
    glslVersion: T.GLSL3, depthTest: false, depthWrite: false, uniforms,
    vertexShader: `in vec3 position; ${quadVertex}`,
    fragmentShader: `precision highp float; in vec2 uv0; out vec4 o; ${fragment}`,
  });
  const mesh = new T.Mesh(new T.PlaneGeometry(2, 2), material);
  mesh.frustumCulled = false;
  const scene = new T.Scene();
  scene.add(mesh);
  return { scene, mesh, uniforms };
}

// Five taps between texels, each the mean of four.
const softTap = 'vec3 tap(sampler2D t, vec2 p){ return textureLod(t,p,0.).rgb; }'
  + 'vec3 soft(sampler2D t, vec2 p, vec2 d){ return (tap(t,p)*2.+tap(t,p+d)+tap(t,p-d)+tap(t,p+vec2(d.x,-d.y))+tap(t,p+vec2(-d.x,d.y)))/6.; }';

const finishing = `
uniform sampler2D picture, glow, overlay; uniform vec3 left, right; uniform float bloom, fade, aspect;
void main(){
  ivec2 px = ivec2(gl_FragCoord.xy);
  vec3 c = texelFetch(picture,px,0).rgb;
  vec3 b = textureLod(glow,uv0,0.).rgb;
  c = 1.-(1.-c)*(1.-b*bloom);
  float x = uv0.x;
  c += left*(.11*max(0.,.5-x)) + right*(.11*max(0.,x-.5));
  vec2 q = (uv0-.5)*vec2(aspect,1.);
  float e = max(0.,dot(q,q)-.16); c *= 1.-min(.5,e*.52);
  c = min(c*1.07, vec3(1.));
  c = mix(c, c*c*(3.-2.*c), .25);
  c *= fade;
  vec4 g = texelFetch(overlay, px, 0);
  o = vec4(c*(1.-g.a)+g.rgb, 1.);
}`;

// BT.709, limited range. Four bytes a texel: luma rows first, then U, then V.
const packing = `
uniform sampler2D picture; uniform vec2 size;
vec3 at(float x, float y){ return texelFetch(picture, ivec2(int(x), int(size.y-1.-y)), 0).rgb; }
float luma(vec3 c){ return (16.+219.*dot(c,vec3(.2126,.7152,.0722)))/255.; }
float chroma(float x, float y, bool v){
  vec3 c = (at(x*2.,y*2.)+at(x*2.+1.,y*2.)+at(x*2.,y*2.+1.)+at(x*2.+1.,y*2.+1.))*.25;
  float l = dot(c,vec3(.2126,.7152,.0722));
  return (128.+224.*(v ? (c.r-l)/1.5748 : (c.b-l)/1.8556))/255.;
}
void main(){
  vec2 p = floor(gl_FragCoord.xy);
  if (p.y < size.y) { float x = p.x*4.; o = vec4(luma(at(x,p.y)),luma(at(x+1.,p.y)),luma(at(x+2.,p.y)),luma(at(x+3.,p.y))); return; }
  float r = p.y-size.y; bool v = r >= size.y*.25; if (v) r -= size.y*.25;
  float half_ = size.x/8.; bool second = p.x >= half_;
  float y = r*2.+(second?1.:0.), x = (p.x-(second?half_:0.))*4.;
  o = vec4(chroma(x,y,v),chroma(x+1.,y,v),chroma(x+2.,y,v),chroma(x+3.,y,v));
}`;

/** A stage of w by h pixels. back and front are its two scenes; detail is how round bodies are. */
export class Stage {
  constructor(w, h, detail = [3, 10]) {
    this.detail = detail;
    this.w = w;
    this.h = h;
    this.renderer = new T.WebGLRenderer({ antialias: false });
    this.renderer.autoClear = false;
    this.renderer.outputColorSpace = T.LinearSRGBColorSpace;
    this.camera = new T.PerspectiveCamera(30, w / h, 0.4, 260);
    this.back = new T.Scene();
    this.front = new T.Scene();
    this.canvas = new OffscreenCanvas(w, h);
    this.overlay = new T.CanvasTexture(this.canvas);
    this.overlay.premultiplyAlpha = true;
    this.overlay.generateMipmaps = false;
    this.overlay.minFilter = T.LinearFilter;
    this.bytes = new Uint8Array(w * h * 3 / 2);
    this.#targets();
    this.#passes();
  }

  #targets() {
    const { w, h } = this;
    const plain = { depthBuffer: false, minFilter: T.LinearFilter, magFilter: T.LinearFilter };
    this.backRT = new T.WebGLRenderTarget(Math.round(w / 2.4), Math.round(h / 2.4), { samples: 4 });
    this.softB = new T.WebGLRenderTarget(w / 2, h / 2, plain);
    this.softRT = new T.WebGLRenderTarget(w / 2, h / 2, plain);
    this.frontRT = new T.WebGLRenderTarget(w, h, { samples: 4 });
    this.glowA = new T.WebGLRenderTarget(w / 4, h / 4, plain);
    this.glowB = new T.WebGLRenderTarget(w / 4, h / 4, plain);
    this.finalRT = new T.WebGLRenderTarget(w, h, plain);
    this.packRT = new T.WebGLRenderTarget(w / 4, h * 3 / 2, { depthBuffer: false, minFilter: T.NearestFilter, magFilter: T.NearestFilter });
  }

  #passes() {
    const { w, h } = this;
    this.blur = pass(`uniform sampler2D t; uniform vec2 d; ${softTap} void main(){ o = vec4(soft(t,uv0,d),1.); }`,
      { t: { value: this.backRT.texture }, d: { value: new T.Vector2(2.6 / w, 2.6 / h) } });
    const backdrop = pass('uniform sampler2D t; uniform float lift; void main(){ o = vec4(textureLod(t,uv0,0.).rgb*lift,1.); }', { t: { value: this.softRT.texture }, lift: { value: 1 } });
    this.backdrop = backdrop;
    backdrop.mesh.renderOrder = -100;
    this.front.add(backdrop.mesh);
    const bright = `uniform sampler2D t; uniform vec2 d; uniform float cut; ${softTap} void main(){ vec3 c = soft(t,uv0,d); o = vec4(max(c-cut,0.)/(1.-cut),1.); }`;
    this.glow1 = pass(bright, { t: { value: this.frontRT.texture }, d: { value: new T.Vector2(2 / w, 2 / h) }, cut: { value: 0.62 } });
    this.glow2 = pass(bright, { t: { value: this.glowA.texture }, d: { value: new T.Vector2(8 / w, 8 / h) }, cut: { value: 0 } });
    this.glow3 = pass(bright, { t: { value: this.glowB.texture }, d: { value: new T.Vector2(16 / w, 16 / h) }, cut: { value: 0 } });
    this.finish = pass(finishing, {
      picture: { value: this.frontRT.texture }, glow: { value: this.glowA.texture }, overlay: { value: this.overlay },
      left: { value: new T.Color() }, right: { value: new T.Color() }, bloom: { value: 0.4 }, fade: { value: 1 }, aspect: { value: w / h },
    });
    this.pack = pass(packing, { picture: { value: this.finalRT.texture }, size: { value: new T.Vector2(w, h) } });
  }

  /** Looks from pos to at; fov is vertical, in degrees; roll in radians; soft is how far the stands are out of focus, lift how bright. */
  look({ pos, at, fov, roll = 0, soft = 1, lift = 1 }) {
    this.soft = soft;
    this.backdrop.uniforms.lift.value = lift;
    this.camera.up.set(Math.sin(roll), Math.cos(roll), 0);
    this.camera.position.set(...pos);
    this.camera.lookAt(...at);
    this.camera.fov = fov;
    this.camera.updateProjectionMatrix();
  }

  /**
   * Draws the whole picture. The overlay is painted with a 2D context, and kept
   * for as long as its key stays the same; without a key it is painted anew.
   */
  draw(overlay, key = null) {
    if (key === null || key !== this.overlayKey) {
      const g = this.canvas.getContext('2d', { willReadFrequently: true });
      g.clearRect(0, 0, this.w, this.h);
      overlay?.(g, this.w, this.h);
      this.overlay.needsUpdate = true;
      this.overlayKey = key;
    }
    const r = this.renderer;
    const to = (target, scene, camera = this.camera, clear = false) => {
      r.setRenderTarget(target);
      if (clear) r.clear();
      r.render(scene, camera);
    };
    to(this.backRT, this.back, this.camera, true);
    this.#defocus(to);
    to(this.frontRT, this.front, this.camera, true);
    to(this.glowA, this.glow1.scene);
    to(this.glowB, this.glow2.scene);
    to(this.glowA, this.glow3.scene);
    to(this.finalRT, this.finish.scene);
  }

  // One pass over the stands, or two wider ones for a lens that is close.
  #defocus(to) {
    const u = this.blur.uniforms, spread = (k) => u.d.value.set(2.6 * k / this.w, 2.6 * k / this.h);
    u.t.value = this.backRT.texture;
    spread(this.soft > 1 ? this.soft * 0.7 : 1);
    if (this.soft > 1) {
      to(this.softB, this.blur.scene);
      u.t.value = this.softB.texture;
      spread(this.soft * 1.3);
    }
    to(this.softRT, this.blur.scene);
  }

  /** The picture as planar YUV 4:2:0. The bytes are reused by the next call. */
  yuv() {
    this.renderer.setRenderTarget(this.packRT);
    this.renderer.render(this.pack.scene, this.camera);
    this.renderer.readRenderTargetPixels(this.packRT, 0, 0, this.w / 4, this.h * 3 / 2, this.bytes);
    return this.bytes;
  }

  /** The picture as a PNG blob, for stills and for looking at. */
  async png() {
    const { w, h } = this;
    const raw = new Uint8Array(w * h * 4);
    this.renderer.readRenderTargetPixels(this.finalRT, 0, 0, w, h, raw);
    const flipped = new Uint8ClampedArray(w * h * 4);
    for (let y = 0; y < h; y++) flipped.set(raw.subarray((h - 1 - y) * w * 4, (h - y) * w * 4), y * w * 4);
    const c = new OffscreenCanvas(w, h);
    c.getContext('2d').putImageData(new ImageData(flipped, w, h), 0, 0);
    return c.convertToBlob({ type: 'image/png' });
  }
}
