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

// A tent of nine taps, spread apart by r texels.
const softTap = 'vec3 soft(sampler2D t, vec2 p, vec2 d){ vec3 c = texture(t,p).rgb*4.;'
  + 'c += (texture(t,p+vec2(d.x,0.)).rgb+texture(t,p-vec2(d.x,0.)).rgb+texture(t,p+vec2(0.,d.y)).rgb+texture(t,p-vec2(0.,d.y)).rgb)*2.;'
  + 'c += texture(t,p+d).rgb+texture(t,p-d).rgb+texture(t,p+vec2(d.x,-d.y)).rgb+texture(t,p+vec2(-d.x,d.y)).rgb; return c/16.; }';

const finishing = `
uniform sampler2D picture, glow, overlay; uniform vec3 left, right; uniform float bloom, fade, aspect;
void main(){
  vec3 c = texture(picture,uv0).rgb;
  vec3 b = texture(glow,uv0).rgb;
  c = 1.-(1.-c)*(1.-b*bloom);
  float x = uv0.x;
  c += left*(.055*smoothstep(.5,0.,x)) + right*(.055*smoothstep(.5,1.,x));
  vec2 q = (uv0-.5)*vec2(aspect,1.);
  c *= 1.-.42*smoothstep(.42,1.12,length(q));
  c = mix(c, c*c*(3.-2.*c), .28);
  c *= fade;
  vec4 g = texture(overlay, uv0);
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

/** A stage of w by h pixels. back and front are its two scenes. */
export class Stage {
  constructor(w, h) {
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
    this.backRT = new T.WebGLRenderTarget(w / 2, h / 2, { samples: 4 });
    this.frontRT = new T.WebGLRenderTarget(w, h, { samples: 4 });
    this.glowA = new T.WebGLRenderTarget(w / 4, h / 4, plain);
    this.glowB = new T.WebGLRenderTarget(w / 4, h / 4, plain);
    this.finalRT = new T.WebGLRenderTarget(w, h, plain);
    this.packRT = new T.WebGLRenderTarget(w / 4, h * 3 / 2, { depthBuffer: false, minFilter: T.NearestFilter, magFilter: T.NearestFilter });
  }

  #passes() {
    const { w, h } = this;
    const backdrop = pass(`uniform sampler2D t; uniform vec2 d; ${softTap} void main(){ o = vec4(soft(t,uv0,d),1.); }`,
      { t: { value: this.backRT.texture }, d: { value: new T.Vector2(2.6 / w, 2.6 / h) } });
    backdrop.mesh.renderOrder = -100;
    this.backdrop = backdrop;
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

  /** Looks from pos to at; fov is vertical, in degrees; roll in radians. */
  look({ pos, at, fov, roll = 0 }) {
    this.camera.up.set(Math.sin(roll), Math.cos(roll), 0);
    this.camera.position.set(...pos);
    this.camera.lookAt(...at);
    this.camera.fov = fov;
    this.camera.updateProjectionMatrix();
  }

  /** Draws the overlay with a 2D context, then the whole picture. */
  draw(overlay) {
    const g = this.canvas.getContext('2d');
    g.clearRect(0, 0, this.w, this.h);
    overlay?.(g, this.w, this.h);
    this.overlay.needsUpdate = true;
    const r = this.renderer;
    const to = (target, scene, camera = this.camera, clear = false) => {
      r.setRenderTarget(target);
      if (clear) r.clear();
      r.render(scene, camera);
    };
    to(this.backRT, this.back, this.camera, true);
    to(this.frontRT, this.front, this.camera, true);
    to(this.glowA, this.glow1.scene);
    to(this.glowB, this.glow2.scene);
    to(this.glowA, this.glow3.scene);
    to(this.finalRT, this.finish.scene);
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
