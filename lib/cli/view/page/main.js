/**
 * Shows the scene that `scene.json` describes. Nothing is drawn while nothing changes.
 */
import { Color, PerspectiveCamera, Scene, Sphere, Vector3, WebGLRenderer } from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { openLayer } from "./layers.js";
import { Paint } from "./paint.js";
import { Panel } from "./panel.js";

const BACKGROUND = 0x11161d;
const AXES = { x: new Vector3(1, 0, 0), y: new Vector3(0, 1, 0), z: new Vector3(0, 0, 1) };
/** Angles from which the model is seen first, in degrees. */
const VIEW = { azimuth: -60, elevation: 32 };

const description = await (await fetch("scene.json")).json();
const panel = new Panel(description);
const canvas = document.getElementById("view");
const renderer = openRenderer();
const camera = new PerspectiveCamera(50, 1, 0.1, 10);
const stage = new Scene();
stage.background = new Color(BACKGROUND);
const paint = new Paint();

let controls = null;
let queued = false;
/** The bounds that the camera was placed for. */
let framed = null;
let waiting = [];

function failed(text) {
  panel.problem(text);
}

function openRenderer() {
  try {
    return new WebGLRenderer({ canvas, antialias: true });
  } catch (error) {
    failed("This browser does not offer WebGL 2, by which models are drawn");
    throw error;
  }
}

/** Draws soon. */
function wake() {
  if (queued) return;
  queued = true;
  requestAnimationFrame(draw);
}

let layer = null;
try {
  layer = await openLayer(description, { camera, renderer, paint, changed: wake, failed });
  stage.add(layer.root);
  panel.offer(layer.attributes);
  takeControls();
} catch (error) {
  failed(error.message);
  throw error;
}

panel.listen({
  changed(name) {
    if (name === "up") framed = null;
    takeControls();
    wake();
  },
  reset() {
    framed = null;
    wake();
  },
});
new ResizeObserver(() => {
  resize();
  wake();
}).observe(document.body);
resize();
wake();

/** Resolves to what is drawn once everything that the view needs is there; for tests and scripts. */
globalThis.denovdbSettled = () =>
  new Promise((resolve) => {
    waiting.push(resolve);
    wake();
  });

function draw() {
  queued = false;
  if (framed !== layer.bounds) frameAll();
  const moved = controls?.update() ?? false;
  placePlanes();
  camera.updateMatrixWorld();
  layer.update(camera, renderer);
  renderer.render(stage, camera);
  describe();
  if (moved || layer.busy) return wake();
  for (const resolve of waiting) resolve({ ...drawn(), mode: panel.mode });
  waiting = [];
}

function drawn() {
  const { points, triangles } = renderer.info.render;
  return { points, triangles, ...(layer.tiles ? { tiles: layer.tiles } : {}) };
}

function describe() {
  const { points, triangles, tiles } = drawn();
  if (tiles) panel.fact("tiles shown", `${tiles.shown} of ${tiles.loaded} loaded`);
  if (tiles) panel.fact("points drawn", points);
  else panel.fact("triangles drawn", triangles);
  panel.offer(layer.attributes);
  const offset = layer.origin.dot(paint.up);
  const { mode } = panel;
  const ends = mode === "elevation"
    ? paint.heights.toArray().map((height) => height + offset)
    : paint.strengths.toArray();
  const classes = [...layer.classes ?? []].sort((a, b) => a - b);
  panel.legend({ mode, ends, classes, depth: layer.depth ?? 0 });
}

function takeControls() {
  const { strengths } = layer;
  layer.choose(panel.mode);
  if (layer.strengths !== strengths) paint.strengths.set(...spread(layer.strengths));
  paint.mode = panel.mode;
  paint.pointSize = panel.pointSize * renderer.getPixelRatio();
  if ("errorTarget" in layer) layer.errorTarget = panel.errorTarget;
}

function resize() {
  const { clientWidth: width, clientHeight: height } = document.body;
  renderer.setPixelRatio(Math.min(globalThis.devicePixelRatio, 2));
  renderer.setSize(width, height, false);
  camera.aspect = width / height;
  // The model stands in the middle of what the panel leaves free.
  const shift = width > 800 ? -140 : 0;
  camera.setViewOffset(width, height, shift, 0, width, height);
  takeControls();
}

/** Looks at the whole model, with the chosen axis up. */
function frameAll() {
  framed = layer.bounds;
  const up = AXES[panel.up];
  const side = AXES[{ x: "y", y: "z", z: "x" }[panel.up]];
  const across = new Vector3().crossVectors(up, side);
  const [azimuth, elevation] = [VIEW.azimuth, VIEW.elevation].map((angle) => angle * Math.PI / 180);
  const back = new Vector3()
    .addScaledVector(side, Math.cos(elevation) * Math.cos(azimuth))
    .addScaledVector(across, Math.cos(elevation) * Math.sin(azimuth))
    .addScaledVector(up, Math.sin(elevation));
  paint.up.copy(up);
  camera.up.copy(up);
  const { target, distance } = fit(back, up);
  camera.position.copy(target).addScaledVector(back, distance);
  controls?.dispose();
  controls = new OrbitControls(camera, canvas);
  controls.target.copy(target);
  controls.zoomToCursor = true;
  controls.addEventListener("change", wake);
  if (layer.sample === null) return;
  const heights = Float32Array.from(
    { length: layer.sample.length / 3 },
    (_, at) => up.dot(new Vector3().fromArray(layer.sample, at * 3)),
  );
  paint.heights.set(...spread(heights));
  if (layer.strengths?.length > 0) paint.strengths.set(...spread(layer.strengths));
}

/** Place to look at along a direction, and the distance from which the corners of the model fill the picture. */
function fit(back, up) {
  const right = new Vector3().crossVectors(up, back).normalize();
  const top = new Vector3().crossVectors(back, right);
  const { min, max } = layer.bounds;
  const corners = Array.from(
    { length: 8 },
    (_, n) => new Vector3(n & 1 ? min.x : max.x, n & 2 ? min.y : max.y, n & 4 ? min.z : max.z),
  );
  const steep = 0.94 * Math.tan(camera.fov * Math.PI / 360);
  const { width, height, offsetX } = camera.view;
  const wide = steep * (width - 2 * Math.abs(offsetX)) / height;
  const target = layer.bounds.getCenter(new Vector3());
  let distance = 1e-6;
  // Near corners spread more than far ones; moving the middle of the picture to theirs changes that a little again.
  for (let pass = 0; pass < 4; pass++) {
    const seen = corners.map((corner) => {
      const offset = corner.clone().sub(target);
      return [right, top, back].map((axis) => offset.dot(axis));
    });
    distance = Math.max(
      1e-6,
      ...seen.map(([across, high, near]) =>
        near + Math.max(Math.abs(across) / wide, Math.abs(high) / steep)
      ),
    );
    if (pass === 3) break;
    for (const [n, axis] of [right, top].entries()) {
      const places = seen.map((offset) => offset[n] / (distance - offset[2]));
      const middle = (Math.min(...places) + Math.max(...places)) / 2;
      target.addScaledVector(axis, middle * distance);
    }
  }
  return { target, distance };
}

/** Depths are cut where the model ends, so that those between keep their precision. */
function placePlanes() {
  if (layer.bounds === null) return;
  const { center, radius } = layer.bounds.getBoundingSphere(new Sphere());
  const distance = camera.position.distanceTo(center);
  camera.far = Math.max(distance + 1.1 * radius, radius * 1e-3);
  camera.near = Math.max(distance - 1.1 * radius, camera.far * 1e-4);
  camera.updateProjectionMatrix();
}

/** Range of values but for a few stray ones. */
function spread(values) {
  const sorted = values.slice().sort();
  const at = (share) => sorted[Math.round(share * (sorted.length - 1))] ?? 0;
  return [at(0.005), at(0.995)];
}
