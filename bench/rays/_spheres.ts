/**
 * Rays through narrow bands around spheres: first voxels, crossings of the sphere, all voxels, and segments.
 *
 * @module
 */

import {
  type Context,
  dilatedGrid,
  emptyTensor,
  firstActiveVoxel,
  type GridBatch,
  gridFromIjk,
  gridIjk,
  segmentsAlongRays,
  type Tensor,
  tensor,
} from "../../mod.ts";
import {
  rayImplicitIntersection,
  rayTrilinearIntersection,
  voxelRowsAlongRays,
} from "../../lib/rays/mod.ts";
import { takeRays } from "../../lib/rays/_rays.ts";
import { checkStatus, handleOf, nativeOf } from "../../tests/_backends.ts";
import { measure, type MeasureOptions, type Row } from "../_harness.ts";
import { sphereBand } from "../grid/_inputs.ts";
import { cameraRays, markOf, randomRays, type Rays } from "./_band_inputs.ts";

/** What to measure, and where. */
export interface SphereSetting extends MeasureOptions {
  readonly context: Context;
  /** Radii of spheres, in voxels. */
  readonly radii: readonly number[];
  /** Numbers of rays of a call; cameras take the largest square below. */
  readonly rays: readonly number[];
}

/** Distances to a sphere, in voxels around it. */
interface Field {
  readonly grid: GridBatch;
  /** Distance of each voxel's center to the sphere, below 0 inside. */
  readonly values: Tensor<"f32">;
}

/** A band on its device. */
interface Band extends Field, Disposable {
  readonly radius: number;
  /** The band with all neighbors: all eight voxels around each place of the sphere are active. */
  readonly wide: Field;
}

/** What an operator found, and whether that is right. */
interface Found {
  /** Rays that hit, or things in lists. */
  readonly count: number;
  readonly checked: string;
}

/** An operator as it is measured. */
interface Case {
  readonly name: string;
  /** Which of the peer's operators it is compared with. */
  readonly peer?: "zero crossing" | "all voxels";
  readonly run: (band: Band, rays: Rays) => Disposable;
  readonly check: (band: Band, rays: Rays) => Found;
}

/** NanoVDB 32.9 on an H200, M rays/s by radius, for 1 048 576 and 1024 rays. */
const MARKS: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  "zero crossing, 1048576 camera": { 16: 1684, 64: 949, 256: 595, 400: 513 },
  "zero crossing, 1048576 random": { 16: 694, 64: 592, 256: 462, 400: 404 },
  "zero crossing, 1024 camera": { 16: 8.7, 64: 7.1, 256: 5.1, 400: 4.4 },
  "all voxels, 1048576 camera": { 16: 3486, 64: 1752, 256: 884, 400: 730 },
  "all voxels, 1048576 random": { 16: 1090, 64: 665, 256: 337, 400: 276 },
};

/** Half the diagonal of a voxel. */
const HALF_DIAGONAL = Math.sqrt(3) / 2;
/** Half the thickness of the band, to the centers of its voxels. */
const HALF_BAND = 1.5;
/** Trilinear interpolation of a distance is off by its curvature, which is the most at the least radius. */
const TRILINEAR_ERROR = 0.02;

const CASES: readonly Case[] = [
  {
    name: "first voxel",
    run: (band, rays) => firstActiveVoxel(band.grid, rays.origins, rays.directions),
    check: (band, rays) => {
      using hits = firstActiveVoxel(band.grid, rays.origins, rays.directions);
      return checkHits("first voxel", band, rays, hits.times.readSync(), {
        most: HALF_BAND + HALF_DIAGONAL,
      });
    },
  },
  crossing("crossing, chord", { accuracy: "chord", most: 2 * HALF_DIAGONAL }),
  // In the band itself not all places of the sphere have eight active voxels around them: rays go on to one that has, at
  // times through the whole sphere.
  crossing("crossing, trilinear", { accuracy: "trilinear", most: 2 * HALF_DIAGONAL, gaps: true }),
  crossing("crossing, trilinear, wide", {
    accuracy: "trilinear",
    most: TRILINEAR_ERROR,
    wide: true,
  }),
  {
    name: "all voxels, counted",
    peer: "all voxels",
    run: countVoxels,
    check: (band, rays) => {
      using ends = countVoxels(band, rays);
      return { count: Number(ends.readSync().at(-1) ?? 0n), checked: "as listed" };
    },
  },
  {
    name: "all voxels, listed",
    peer: "all voxels",
    run: ({ grid }, { origins, directions }) => voxelRowsAlongRays(grid, origins, directions),
    check: (band, rays) => {
      using met = voxelRowsAlongRays(band.grid, rays.origins, rays.directions);
      using ends = countVoxels(band, rays);
      const count = met.times.data.shape[0] ?? 0;
      if (Number(ends.readSync().at(-1) ?? 0n) !== count) {
        throw new Error(`Cannot trust voxelsAlongRays: ${count} voxels are not as many as counted`);
      }
      return checkLists("voxelsAlongRays", band, rays, met.times);
    },
  },
  {
    name: "segments",
    run: ({ grid }, { origins, directions }) => segmentsAlongRays(grid, origins, directions),
    check: (band, rays) => {
      using met = segmentsAlongRays(band.grid, rays.origins, rays.directions);
      return checkLists("segmentsAlongRays", band, rays, met);
    },
  },
];

/** How a crossing is looked for, and how far from the sphere it may lie. */
interface Crossing {
  readonly accuracy: "chord" | "trilinear";
  readonly most: number;
  /** Whether to look in the wide band. */
  readonly wide?: boolean;
  /** Whether rays may miss the near side of the sphere. */
  readonly gaps?: boolean;
}

function crossing(name: string, { accuracy, wide = false, ...allowed }: Crossing): Case {
  const run = (band: Band, { origins, directions }: Rays): Tensor<"f32"> => {
    const { grid, values } = wide ? band.wide : band;
    const find = accuracy === "chord" ? rayImplicitIntersection : rayTrilinearIntersection;
    return find(grid, origins, directions, values);
  };
  return {
    name,
    peer: "zero crossing",
    run,
    check: (band, rays) => {
      using times = run(band, rays);
      return checkHits(name, band, rays, times.readSync(), allowed);
    },
  };
}

/** The first of the two passes that list voxels. */
function countVoxels({ grid }: Band, { count, origins, directions }: Rays): Tensor<"i64"> {
  const operator = "voxelsAlongRaysCount";
  const { context, rays } = takeRays(operator, { grid, origins, directions });
  const ends = emptyTensor([count], { context, dtype: "i64" });
  const status = nativeOf(context).voxelsAlongRaysCount({
    ...rays,
    tMin: 0,
    tMax: Infinity,
    eps: 0,
    most: Number.MAX_SAFE_INTEGER,
    outEnds: handleOf(ends.buffer),
  });
  checkStatus(context, status, operator);
  return ends;
}

/** Measures all cases on all bands. */
export async function reportSpheres(setting: SphereSetting): Promise<readonly Row[]> {
  const { context } = setting;
  const rows: Row[] = [];
  for (const radius of setting.radii) {
    using band = buildBand(context, radius);
    for (const count of setting.rays) {
      const side = Math.max(1, Math.floor(Math.sqrt(count)));
      for (const kind of ["camera", "random"] as const) {
        using rays = kind === "camera"
          ? cameraRays(context, radius, side)
          : randomRays(context, radius, count);
        for (const one of CASES) rows.push(await measureCase(setting, band, { kind, rays }, one));
      }
    }
  }
  return rows;
}

async function measureCase(
  setting: SphereSetting,
  band: Band,
  { kind, rays }: { readonly kind: string; readonly rays: Rays },
  { name, peer, run, check }: Case,
): Promise<Row> {
  const { count, checked } = check(band, rays);
  const time = await measure(setting.context, () => run(band, rays), setting);
  const rate = rays.count / time.median / 1e3;
  const marks = MARKS[`${peer}, ${rays.count} ${kind}`] ?? {};
  const mark = markOf(setting.context.device !== "cpu", marks, band.radius);
  return {
    radius: band.radius,
    voxels: band.grid.numVoxels,
    kind,
    rays: rays.count,
    operator: name,
    ms: time.median,
    "spread %": time.spread * 100,
    "per ray": count / rays.count,
    "M rays/s": rate,
    NanoVDB: mark,
    ratio: rate / mark,
    checked,
  };
}

function buildBand(context: Context, radius: number): Band {
  const coordinates = sphereBand(radius);
  using ijk = tensor(coordinates, { context, shape: [coordinates.length / 3, 3] });
  const grid = gridFromIjk(ijk);
  const wide = dilatedGrid(grid, { neighbors: 26 });
  const [values, more] = [distances(grid, radius), distances(wide, radius)];
  const dispose = (): void => {
    for (const one of [grid, values, wide, more]) one.dispose();
  };
  return { radius, grid, values, wide: { grid: wide, values: more }, [Symbol.dispose]: dispose };
}

function distances(grid: GridBatch, radius: number): Tensor<"f32"> {
  using listed = gridIjk(grid);
  const ijk = listed.data.readSync();
  const values = Float32Array.from({ length: grid.numVoxels }, (_, row) => {
    const [i, j, k] = [ijk[row * 3] ?? 0, ijk[row * 3 + 1] ?? 0, ijk[row * 3 + 2] ?? 0];
    return Math.sqrt(i * i + j * j + k * k) - radius;
  });
  return tensor(values, { context: grid.context });
}

/**
 * Checks that hits lie on the near side of the sphere up to an error, that rays which go well through the sphere hit, and
 * that rays which pass it far off do not.
 */
function checkHits(
  name: string,
  { radius }: Band,
  { count, from, along }: Rays,
  times: ArrayLike<number>,
  { most, gaps = false }: { readonly most: number; readonly gaps?: boolean },
): Found {
  let [hits, close] = [0, 0];
  for (let ray = 0; ray < count; ray++) {
    const time = times[ray] ?? NaN;
    const { nearest, offset } = passing(from, along, ray);
    if (time < 0) {
      if (offset < radius - 2 && !gaps) fail(name, ray, `misses at ${offset} from the center`);
      continue;
    }
    hits++;
    // The way from the nearest place is one leg, the offset the other.
    const distance = Math.sqrt((time - nearest) ** 2 + offset * offset);
    const error = Math.abs(distance - radius);
    const far = offset < radius - 2 && time > nearest;
    if (error <= TRILINEAR_ERROR && !far) close++;
    if (!(error <= most) || (far && !gaps)) {
      fail(name, ray, `hits at ${distance} from the center of a sphere of ${radius}`);
    }
  }
  const share = (close / Math.max(1, hits) * 100).toFixed(2);
  const checked = gaps ? `${share} % within` : "all within";
  return {
    count: hits,
    checked: `${checked} ${gaps ? TRILINEAR_ERROR : Number(most.toPrecision(2))}`,
  };
}

/** Checks that all times of a list lie in the band. */
function checkLists(
  name: string,
  { radius }: Band,
  { count, from, along }: Rays,
  { data, offsets }: { readonly data: Tensor<"f32">; readonly offsets: BigInt64Array },
): Found {
  const times = data.readSync();
  for (let ray = 0; ray < count; ray++) {
    const { nearest, offset } = passing(from, along, ray);
    const [start, end] = [Number(offsets[ray]), Number(offsets[ray + 1])];
    if (start === end && offset < radius) fail(name, ray, "meets nothing");
    for (let at = start * 2; at < end * 2; at++) {
      const distance = Math.sqrt(((times[at] ?? NaN) - nearest) ** 2 + offset * offset);
      if (!(Math.abs(distance - radius) <= HALF_BAND + HALF_DIAGONAL + 1e-3)) {
        fail(name, ray, `meets a voxel at ${distance} from the center of a sphere of ${radius}`);
      }
    }
  }
  return { count: data.shape[0] ?? 0, checked: "in the band" };
}

/** When a ray comes nearest to (0, 0, 0), and how near. */
function passing(
  from: Float32Array,
  along: Float32Array,
  ray: number,
): { readonly nearest: number; readonly offset: number } {
  const at = ray * 3;
  const [x, y, z] = [from[at] ?? 0, from[at + 1] ?? 0, from[at + 2] ?? 0];
  const [u, v, w] = [along[at] ?? 0, along[at + 1] ?? 0, along[at + 2] ?? 0];
  const square = u * u + v * v + w * w;
  const nearest = -(x * u + y * v + z * w) / square;
  return { nearest, offset: Math.hypot(x + nearest * u, y + nearest * v, z + nearest * w) };
}

function fail(name: string, ray: number, what: string): never {
  throw new Error(`Cannot trust ${name}: ray ${ray} ${what}`);
}
