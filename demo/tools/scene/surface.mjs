// A flat playing surface painted on a canvas, lit by banks of lamps that shine
// back from it, with a soft shadow under each player.
import * as T from 'three';

const vertex = 'precision highp float; in vec3 position; in vec2 uv; uniform mat4 viewMatrix, projectionMatrix; out vec2 t; out vec3 p; void main(){ t=uv; p=position; gl_Position=projectionMatrix*viewMatrix*vec4(position,1.); }';

const fragment = `
precision highp float;
in vec2 t; in vec3 p; out vec4 o;
uniform sampler2D map; uniform vec3 eye, lampColor; uniform float shine, opacity, lamps, spread; uniform vec2 pool;
void main(){
  vec3 c = texture(map,t).rgb;
  vec3 v = normalize(p-eye), r = reflect(v, vec3(0.,1.,0.));
  vec2 h = p.xz + r.xz*(lamps/max(.05,r.y));
  vec2 cell = abs(fract(h/vec2(spread,spread*.8))-.5);
  float lamp = smoothstep(.5,.05,cell.x)*smoothstep(.5,.1,cell.y)*step(abs(h.x),70.)*step(abs(h.y),55.);
  float f = .25+.75*pow(1.-max(0.,-v.y),3.);
  float light = mix(pool.x,1.,1.-smoothstep(.35,1.1,length(p.xz/vec2(pool.y,pool.y*.62))));
  o = vec4(c*light + lampColor*lamp*shine*f, opacity);
}`;

/** Paints a w by d metre surface with paint(g, metresToPixels) around its centre. */
export function surface(scene, o) {
  const px = o.px ?? 56;
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(o.w * px);
  canvas.height = Math.round(o.d * px);
  const g = canvas.getContext('2d');
  g.translate(canvas.width / 2, canvas.height / 2);
  g.scale(px, px);
  o.paint(g);
  const map = new T.CanvasTexture(canvas);
  map.anisotropy = 4;
  map.generateMipmaps = true;
  map.minFilter = T.LinearMipmapLinearFilter;
  const geometry = new T.PlaneGeometry(o.w, o.d).rotateX(-Math.PI / 2).translate(0, o.y ?? 0, 0);
  const uniforms = {
    map: { value: map }, eye: { value: new T.Vector3() }, lampColor: { value: new T.Color(...(o.lampColor ?? [1, 1, 1])) },
    shine: { value: o.shine ?? 0.2 }, opacity: { value: o.opacity ?? 1 }, lamps: { value: o.lamps ?? 16 }, spread: { value: o.spread ?? 9 },
    pool: { value: new T.Vector2(o.dim ?? 0.7, o.poolRadius ?? 40) },
  };
  const mesh = new T.Mesh(geometry, new T.RawShaderMaterial({ glslVersion: T.GLSL3, vertexShader: vertex, fragmentShader: fragment, uniforms, transparent: (o.opacity ?? 1) < 1 }));
  mesh.renderOrder = o.order ?? 20;
  scene.add(mesh);
  return { mesh, update: (camera) => uniforms.eye.value.copy(camera.position) };
}

/** Soft dark ellipses on the ground; set(list) of {x,z,rx,rz,yaw,a}. */
export class Shadows {
  constructor(scene, max = 90) {
    const g = new T.InstancedBufferGeometry();
    g.setAttribute('position', new T.Float32BufferAttribute([-1, 0, -1, 1, 0, -1, 1, 0, 1, -1, 0, 1], 3));
    g.setIndex([0, 2, 1, 0, 3, 2]);
    this.a = new Float32Array(max * 4);
    this.b = new Float32Array(max * 2);
    this.ia = new T.InstancedBufferAttribute(this.a, 4);
    this.ib = new T.InstancedBufferAttribute(this.b, 2);
    g.setAttribute('iA', this.ia);
    g.setAttribute('iB', this.ib);
    this.geometry = g;
    const mesh = new T.Mesh(g, new T.RawShaderMaterial({
      glslVersion: T.GLSL3, transparent: true, depthWrite: false, side: T.DoubleSide, polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -2,
      vertexShader: 'precision highp float; in vec3 position; in vec4 iA; in vec2 iB; uniform mat4 viewMatrix, projectionMatrix; out vec2 q; out float k; void main(){ q=position.xz; k=iB.y; float c=cos(iB.x),s=sin(iB.x); vec2 e=position.xz*iA.zw; gl_Position=projectionMatrix*viewMatrix*vec4(iA.x+c*e.x-s*e.y,.012,iA.y+s*e.x+c*e.y,1.); }',
      fragmentShader: 'precision highp float; in vec2 q; in float k; out vec4 o; void main(){ float d=length(q); o=vec4(.01,.02,.04,k*pow(max(0.,1.-d),1.5)); }',
    }));
    mesh.frustumCulled = false;
    mesh.renderOrder = 25;
    scene.add(mesh);
  }

  set(list) {
    list.forEach((s, i) => {
      this.a.set([s.x, s.z, s.rx, s.rz], i * 4);
      this.b.set([s.yaw ?? 0, s.a], i * 2);
    });
    this.geometry.instanceCount = list.length;
    this.ia.needsUpdate = true;
    this.ib.needsUpdate = true;
  }
}
