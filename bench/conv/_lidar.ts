/**
 * Scans of a street that are made up: what a turning sensor of 64 beams sees of the ground, houses, cars, poles and trees.
 *
 * @module
 */

const BEAMS = 64;
const AZIMUTHS = 2048;
const HEIGHT = 1.73;
const REACH = 80;
const VOXEL = 0.05;

/** Voxels from scan to scan along x. */
const SHIFT = 4096;

/** Numbers in [0, 1) from a seed (splitmix32). */
function uniform(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
}

type Box = readonly [x0: number, y0: number, z0: number, x1: number, y1: number, z1: number];

interface Tree {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly height: number;
  /** Radius of its crown; 0 for a pole. */
  readonly crown: number;
}

/**
 * Lists the voxels of 5 cm of some scans, one 4096 voxels behind the other.
 *
 * @param first Number of the first scan, which draws its street.
 * @returns Coordinates, [n, 3], with duplicates.
 */
export function lidarScans(count: number, first = 0): Int32Array<ArrayBuffer> {
  const scans = Array.from(
    { length: count },
    (_, scan) => lidarScan(1000 + first + scan, scan * SHIFT),
  );
  const all = new Int32Array(scans.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const scan of scans) {
    all.set(scan, at);
    at += scan.length;
  }
  return all;
}

function lidarScan(seed: number, shift: number): Int32Array<ArrayBuffer> {
  const draw = uniform(seed * 7919);
  const between = (low: number, high: number): number => low + (high - low) * draw();
  const side = (): number => draw() < 0.5 ? -1 : 1;
  const phase = between(0, 2 * Math.PI / AZIMUTHS);
  const boxes = drawBoxes(between, side, draw);
  const trees = Array.from({ length: 60 }, (): Tree => {
    const [x, y] = [between(-60, 60), side() * between(8, 15)];
    const [radius, height] = [between(0.08, 0.35), between(3, 7)];
    return { x, y, radius, height, crown: draw() < 0.6 ? between(1.2, 2.5) : 0 };
  });
  const found: number[] = [];
  for (let beam = 0; beam < BEAMS; beam++) {
    const elevation = (2 - 26.8 * beam / (BEAMS - 1)) * Math.PI / 180;
    for (let step = 0; step < AZIMUTHS; step++) {
      const azimuth = step * 2 * Math.PI / AZIMUTHS + phase;
      const ray = [
        Math.cos(elevation) * Math.cos(azimuth),
        Math.cos(elevation) * Math.sin(azimuth),
        Math.sin(elevation),
      ] as const;
      const hit = Math.min(hitGround(ray), hitBoxes(ray, boxes), hitTrees(ray, trees, draw));
      if (!(hit < REACH) || draw() <= 0.05) continue;
      const noise = Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());
      const at = hit + 0.02 * noise;
      const [x, y] = [ray[0] * at, ray[1] * at];
      const z = HEIGHT + ray[2] * at + 0.08 * Math.sin(x * 0.21) * Math.cos(y * 0.17);
      found.push(Math.floor(x / VOXEL), Math.floor(y / VOXEL), Math.floor(z / VOXEL));
    }
  }
  const least = [0, 1, 2].map((axis) =>
    found.reduce((low, value, at) => at % 3 === axis ? Math.min(low, value) : low, Infinity)
  );
  return Int32Array.from(found, (value, at) => value - (least[at % 3] ?? 0) + (at % 3 ? 0 : shift));
}

function drawBoxes(
  between: (low: number, high: number) => number,
  side: () => number,
  draw: () => number,
): Box[] {
  const boxes = Array.from({ length: 40 }, (): Box => {
    const [x, y] = [between(-60, 60), side() * between(2.5, 14)];
    const [length, width, height] = [between(3.6, 5), between(1.6, 2), between(1.4, 2.2)];
    return [x - length / 2, y - width / 2, 0.15, x + length / 2, y + width / 2, height];
  });
  for (const which of [-1, 1]) {
    for (let x = -80; x < 80;) {
      const [length, offset, height] = [between(8, 20), between(14, 22), between(5, 14)];
      const [y0, y1] = which > 0 ? [offset, offset + 10] : [-offset - 10, -offset];
      boxes.push([x, y0, 0, x + length, y1, height]);
      x += length + (draw() < 1 / 3 ? 3 : 0);
    }
  }
  return boxes;
}

type Ray = readonly [x: number, y: number, z: number];

function hitGround(ray: Ray): number {
  return ray[2] < -1e-6 ? -HEIGHT / ray[2] : Infinity;
}

function hitBoxes(ray: Ray, boxes: readonly Box[]): number {
  let nearest = Infinity;
  for (const [x0, y0, z0, x1, y1, z1] of boxes) {
    const [ax, bx] = [x0 / ray[0], x1 / ray[0]];
    const [ay, by] = [y0 / ray[1], y1 / ray[1]];
    const [az, bz] = [(z0 - HEIGHT) / ray[2], (z1 - HEIGHT) / ray[2]];
    const near = Math.max(Math.min(ax, bx), Math.min(ay, by), Math.min(az, bz));
    const far = Math.min(Math.max(ax, bx), Math.max(ay, by), Math.max(az, bz));
    if (near <= far && near > 0.5 && near < nearest) nearest = near;
  }
  return nearest;
}

function hitTrees(ray: Ray, trees: readonly Tree[], draw: () => number): number {
  const flat = ray[0] ** 2 + ray[1] ** 2;
  let nearest = Infinity;
  for (const { x, y, radius, height, crown } of trees) {
    const toward = ray[0] * x + ray[1] * y;
    const trunk = toward * toward - flat * (x * x + y * y - radius * radius);
    if (trunk > 0) {
      const at = (toward - Math.sqrt(trunk)) / flat;
      const z = HEIGHT + at * ray[2];
      if (at > 0.5 && z > 0 && z < height) nearest = Math.min(nearest, at);
    }
    if (crown === 0) continue;
    const up = height - HEIGHT;
    const along = toward + ray[2] * up;
    const inside = along * along - (x * x + y * y + up * up - crown * crown);
    if (inside <= 0) continue;
    const at = along - Math.sqrt(inside) - 0.6 * Math.log(1 - draw()); // crowns let light through
    if (at > 0.5 && at < along + Math.sqrt(inside)) nearest = Math.min(nearest, at);
  }
  return nearest;
}
