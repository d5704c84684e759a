/**
 * Layers that can be shown: tiles of points by level of detail, triangles, and cubes.
 *
 * Each layer has the root of what is drawn, `bounds` and a `sample` of places once something is there, the `origin` that
 * was taken off all places, the `attributes` that it can be colored by, and says whether it is still `busy`. `choose`
 * takes what it shall be colored by.
 */
import {
  Box3,
  BufferAttribute,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Matrix3,
  Matrix4,
  Mesh,
  Sphere,
  Vector3,
} from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { TilesRenderer } from "3d-tiles-renderer/three";

/** Opens what the description of a scene names. */
export async function openLayer(scene, stage) {
  if (scene.kind === "tiles") return new TilesLayer(scene, stage);
  if (scene.kind === "mesh") return await openMesh(scene, stage);
  return await openVoxels(scene, stage);
}

/** A tileset, of which as much is loaded as the view needs. */
class TilesLayer {
  attributes = new Set(["elevation", "level"]);
  classes = new Set();
  depth = 0;
  bounds = null;
  sample = null;
  origin = new Vector3();
  /** From the coordinates of the tileset to those of the files. */
  #toFiles = new Matrix4();
  #tiles;
  #stale = true;
  #hopeless = false;
  #sampleDepth = Infinity;

  constructor({ source, colorSource, origin }, { camera, renderer, paint, changed, failed }) {
    const tiles = this.#tiles = new TilesRenderer(new URL(source, document.baseURI).href);
    // The renderer asks for "//tiles/r.glb", which stores of objects do not have.
    const preprocessURL = (url) => url.replace(/([^:])\/{2,}/g, "$1/");
    tiles.registerPlugin({ name: "SINGLE_SLASHES", preprocessURL });
    tiles.setCamera(camera);
    tiles.setResolutionFromRenderer(camera, renderer);
    this.root = tiles.group;
    if (colorSource !== "height") this.attributes.add("rgb");
    const wake = () => {
      this.#stale = true;
      changed();
    };
    tiles.addEventListener("needs-update", wake);
    tiles.addEventListener("load-root-tileset", () => {
      const sphere = new Sphere();
      tiles.getBoundingSphere(sphere);
      if (origin) {
        // The root lies on the Earth; its transform begins where the files have the origin.
        this.#toFiles.makeTranslation(...origin);
        this.#toFiles.multiply(new Matrix4().fromArray(tiles.root.transform).invert());
        sphere.center.applyMatrix4(this.#toFiles);
      }
      this.origin.copy(sphere.center);
      // Until a tile says better, so that the camera does not stand within the model.
      this.bounds = sphere.set(new Vector3(), sphere.radius).getBoundingBox(new Box3());
      const { x, y, z } = this.origin;
      tiles.group.matrixAutoUpdate = false;
      tiles.group.matrix.makeTranslation(-x, -y, -z).multiply(this.#toFiles);
      tiles.group.matrixWorldNeedsUpdate = true;
      tiles.group.updateMatrixWorld(true);
      wake();
    });
    tiles.addEventListener("load-model", ({ scene, tile }) => {
      this.#adopt(scene, tile, paint);
      wake();
    });
    tiles.addEventListener("dispose-model", ({ scene }) => {
      scene.traverse(({ material }) => material?.dispose());
    });
    tiles.addEventListener("load-error", ({ tile, url, error }) => {
      this.#hopeless ||= tile === null; // the tileset itself
      failed(`Cannot load ${url}: ${error.message}`);
    });
  }

  choose() {}

  set errorTarget(pixels) {
    this.#tiles.errorTarget = pixels;
    this.#stale = true;
  }

  get busy() {
    const { stats: { queued, downloading, parsing }, processNodeQueue, root } = this.#tiles;
    const open = queued + downloading + parsing + processNodeQueue.items.length;
    if (!root) return !this.#hopeless;
    return this.#stale || open > 0 || processNodeQueue.running;
  }

  get tiles() {
    return { shown: this.#tiles.visibleTiles.size, loaded: this.#tiles.lruCache.itemSet.size };
  }

  update(camera, renderer) {
    this.#stale = false;
    this.#tiles.setResolutionFromRenderer(camera, renderer);
    this.#tiles.update();
  }

  #adopt(scene, tile, paint) {
    const level = tile.internal.depth;
    this.depth = Math.max(this.depth, level);
    scene.updateMatrixWorld(true);
    scene.traverse((part) => {
      if (!part.isPoints) return;
      const { geometry } = part;
      part.material.dispose();
      part.material = paint.material(geometry, { points: true, level });
      for (const name of ["intensity", "classification"]) {
        if (`_${name}` in geometry.attributes) this.attributes.add(name);
      }
      const classes = geometry.attributes._classification;
      for (let at = 0; at < (classes?.count ?? 0); at++) this.classes.add(classes.getX(at));
      if (level >= this.#sampleDepth) return;
      this.#sampleDepth = level; // the nearest to the root stands for all
      const places = new Float32Array(geometry.attributes.position.array);
      const place = new Vector3();
      for (let at = 0; at < places.length; at += 3) {
        place.fromArray(places, at).applyMatrix4(part.matrixWorld);
        place.applyMatrix4(this.#toFiles).sub(this.origin);
        place.toArray(places, at);
      }
      this.sample = places;
      this.bounds = new Box3().setFromArray(places);
      const strengths = geometry.attributes._intensity;
      this.strengths = Float32Array.from(
        { length: strengths?.count ?? 0 },
        (_, at) => strengths.getX(at),
      );
    });
  }
}

/** A layer that is there as a whole. */
class WholeLayer {
  busy = false;

  #columns;

  constructor(root, sample, { origin = [0, 0, 0] }, columns = []) {
    this.root = root;
    this.#columns = columns;
    this.sample = sample;
    this.bounds = new Box3().setFromArray(sample);
    this.origin = new Vector3(...origin);
    const hasColor = "color" in root.geometry.attributes;
    const names = columns.map((_, n) => `column:${n}`);
    this.attributes = new Set([...(hasColor ? ["rgb"] : ["plain"]), ...names, "elevation"]);
  }

  choose(mode) {
    const column = this.#columns[/^column:(.*)$/.exec(mode)?.[1]];
    if (column === undefined || column.array === this.strengths) return;
    this.root.geometry.setAttribute("_intensity", column);
    this.strengths = column.array;
  }

  update() {}
}

async function openMesh(scene, { paint }) {
  const { scene: model } = await new GLTFLoader().loadAsync(scene.source);
  let mesh;
  model.traverse((part) => {
    if (part.isMesh) mesh = part;
  });
  mesh.material.dispose();
  mesh.material = paint.material(mesh.geometry);
  return new WholeLayer(mesh, mesh.geometry.attributes.position.array, scene);
}

/**
 * Cells as three floats each, then red, green, blue and opacity in linear light where there are colors, then a float for
 * each of what else they can be colored by.
 */
async function openVoxels(scene, { paint }) {
  const response = await fetch(scene.source);
  if (!response.ok) throw new Error(`Cannot load ${scene.source}: ${response.status}`);
  const bytes = await response.arrayBuffer();
  const { count, edges, axes, columns = [] } = scene;
  const cells = new Float32Array(bytes, 0, count * 3);
  const geometry = new InstancedBufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(threeSides(), 3));
  geometry.setAttribute("cell", new InstancedBufferAttribute(cells, 3));
  geometry.instanceCount = count;
  const numbersAt = bytes.byteLength - count * 4 * columns.length;
  if (numbersAt > count * 12) {
    const colors = new Uint8Array(bytes, count * 12, count * 4);
    geometry.setAttribute("color", new InstancedBufferAttribute(colors, 4, true));
  }
  const numbers = columns.map((_, n) =>
    new InstancedBufferAttribute(new Float32Array(bytes, numbersAt + n * count * 4, count), 1)
  );
  if (numbers.length > 0) geometry.setAttribute("_intensity", numbers[0]);
  const root = new Mesh(geometry, paint.material(geometry, { edges: new Vector3(...edges) }));
  root.frustumCulled = false;
  const sample = cells.map((cell, at) => cell * edges[at % 3]);
  if (axes) {
    root.matrixAutoUpdate = false;
    root.matrix.setFromMatrix3(new Matrix3().fromArray(axes).transpose());
    root.updateMatrixWorld(true);
    new BufferAttribute(sample, 3).applyMatrix4(root.matrix);
  }
  return new WholeLayer(root, sample, scene, numbers);
}

/** Two triangles for each side of a cube at +1/2; those at -1/2 are these, mirrored. */
function threeSides() {
  const corners = [[-1, -1], [1, -1], [1, 1], [-1, -1], [1, 1], [-1, 1]];
  const sides = [0, 1, 2].map((axis) =>
    corners.map(([u, v]) => [0, 1, 2].map((n) => [1, u, v][(n - axis + 3) % 3] / 2))
  );
  return new Float32Array(sides.flat(2));
}
