/**
 * A radiance field: densities and colors of 32 x 32 x 32 voxels, learned from 24 pictures of a scene. It writes views
 * that were not among them, the scene beside the field.
 *
 * ```sh
 * deno run --allow-ffi=build --allow-write=out examples/radiance_field.ts --steps 200 --output out/radiance_field.png
 * ```
 *
 * `--device cpu` or `cuda` chooses the device, `--seed 2` another order of rays, and `--json` prints figures for programs.
 *
 * @module
 */
// deno-lint-ignore-file no-console -- an example talks to its reader

import { encodePng } from "../lib/io/mod.ts";
import * as nn from "../lib/nn/mod.ts";
import { adamInto, type AdamState, adamState } from "../lib/optim/mod.ts";
import { pointsOnRays } from "../lib/rays/mod.ts";
import { imageErrors } from "../lib/render/mod.ts";
import {
  type Context,
  type Device,
  fullTensor,
  type GridBatch,
  gridFromDense,
  type JaggedTensor,
  openContext,
  scope,
  type Tensor,
  tensor,
  uniformRaySamples,
} from "../mod.ts";

type Vector = readonly [number, number, number];

/** Rays of pictures on a device, and what they see: f32 [rays, 3] each. */
export interface Rays {
  readonly origins: Tensor<"f32">;
  readonly directions: Tensor<"f32">;
  readonly colors: Tensor<"f32">;
}

/** The field, its optimizer, and the rays that it learns from. */
export interface Training extends Disposable {
  readonly grid: GridBatch;
  /** What is learned: a density and a color of each voxel, [voxels, 4]. */
  readonly field: { readonly values: Tensor<"f32"> };
  readonly adam: AdamState<{ readonly values: Tensor<"f32"> }>;
  readonly rays: Rays;
}

const VIEWS = 24;
const PIXELS = 64; // along an edge of a picture
const TEST_VIEWS = 3;
const BATCH = 1024; // rays of a step
const [NEAR, FAR, SAMPLES] = [1.3, 4.7, 64];
const stepSize = (FAR - NEAR) / SAMPLES;

// The scene: a checkered ball and a box before white.
const WHITE: Vector = [1, 1, 1];
const BALL = { center: [-0.25, 0, 0], radius: 0.5 } as const;
const BOX = { center: [0.45, 0.1, 0.05], half: [0.25, 0.35, 0.3] } as const;
const FACES: readonly Vector[] = [[0.9, 0.45, 0.1], [0.95, 0.7, 0.2], [0.75, 0.25, 0.1]];

/** The color of the scene along a ray whose direction has length 1. */
export function look(from: Vector, along: Vector): Vector {
  const away = from.map((at, axis) => at - (BALL.center[axis] ?? 0));
  const half = away.reduce((sum, at, axis) => sum + at * (along[axis] ?? 0), 0);
  const rest = half * half - away.reduce((sum, at) => sum + at * at, 0) + BALL.radius ** 2;
  const ball = rest >= 0 ? -half - Math.sqrt(rest) : Infinity;
  let [enter, leave, face] = [-Infinity, Infinity, 0];
  for (const axis of [0, 1, 2] as const) {
    const speed = along[axis] || 1e-12; // 0 / 0 is no time
    const middle = (BOX.center[axis] - from[axis]) / speed;
    const reach = Math.abs(BOX.half[axis] / speed);
    if (middle - reach > enter) [enter, face] = [middle - reach, axis];
    leave = Math.min(leave, middle + reach);
  }
  const box = enter <= leave ? enter : Infinity;
  if (box < ball) return FACES[face] ?? WHITE;
  if (ball === Infinity) return WHITE;
  const cell = from.reduce(
    (sum, at, axis) => sum + Math.floor(3 * (at + ball * (along[axis] ?? 0))),
    0,
  );
  return cell % 2 === 0 ? [0.2, 0.4, 0.8] : [0.9, 0.8, 0.3];
}

/** Rays through the pixels of a picture from a place, row after row, that look at the middle of the scene. */
function* raysFrom(eye: Vector, pixels: number): Generator<readonly [Vector, Vector]> {
  const unit = ([x, y, z]: Vector): Vector => {
    const length = Math.hypot(x, y, z);
    return [x / length, y / length, z / length];
  };
  const forward = unit([-eye[0], -eye[1], -eye[2]]);
  const right = unit([forward[1], -forward[0], 0]);
  const up: Vector = [
    right[1] * forward[2],
    -right[0] * forward[2],
    right[0] * forward[1] - right[1] * forward[0],
  ];
  for (let row = 0; row < pixels; row++) {
    for (let column = 0; column < pixels; column++) {
      const [x, y] = [(2 * column + 1) / pixels - 1, 1 - (2 * row + 1) / pixels];
      const to = (axis: 0 | 1 | 2) => forward[axis] + (x * right[axis] + y * up[axis]) / 3;
      yield [eye, unit([to(0), to(1), to(2)])];
    }
  }
}

/** Places all around the scene, on a spiral. */
function placesAround(count: number, first: number): Vector[] {
  return Array.from({ length: count }, (_, nth) => {
    const z = 1.6 * (nth + 0.5) / count - 0.8;
    const angle = first + nth * Math.PI * (3 - Math.sqrt(5));
    const radius = Math.sqrt(1 - z * z);
    return [3 * radius * Math.cos(angle), 3 * radius * Math.sin(angle), 3 * z];
  });
}

/** Brings rays to a device, with what they see. */
function upload(context: Context, rays: readonly (readonly [Vector, Vector])[]): Rays {
  const put = (numbers: readonly Vector[]) =>
    tensor(numbers.flat(), { context, dtype: "f32", shape: [rays.length, 3] });
  return {
    origins: put(rays.map(([from]) => from)),
    directions: put(rays.map(([, along]) => along)),
    colors: put(rays.map(([from, along]) => look(from, along))),
  };
}

/** The rays of the pictures that nothing is learned from. */
export function testRays(context: Context, pixels: number = PIXELS): Rays & Disposable {
  const rays = placesAround(TEST_VIEWS, 1).flatMap((eye) => [...raysFrom(eye, pixels)]);
  return nn.ownTree(upload(context, rays));
}

/** What a field learns from. */
export interface TrainingOptions {
  /** What the order of rays depends on. */
  readonly seed?: number;
  /** Number of pictures. */
  readonly views?: number;
  /** Pixels along an edge of a picture. */
  readonly pixels?: number;
}

/** Makes an empty field, and the rays of all pictures in random order. */
export function makeTraining(
  context: Context,
  { seed = 1, views = VIEWS, pixels = PIXELS }: TrainingOptions = {},
): Training {
  const rays = placesAround(views, 0).flatMap((eye) => [...raysFrom(eye, pixels)]);
  let state = seed;
  for (let at = rays.length - 1; at > 0; at--) {
    state = Math.imul(state, 0x19660d) + 0x3c6ef35f | 0; // the generator of Numerical Recipes
    const other = Math.floor((state >>> 0) / 2 ** 32 * (at + 1));
    [rays[at], rays[other]] = [rays[other] as typeof rays[0], rays[at] as typeof rays[0]];
  }
  // What the scope returns stays; if something throws, it frees everything.
  return nn.ownTree(scope(() => {
    const voxelSize = 2 / 31;
    const grid = gridFromDense({ context, dims: 32, voxelSize, origin: [-1, -1, -1] });
    const field = { values: fullTensor([grid.numVoxels, 4], 0, { context, dtype: "f32" }) };
    return { grid, field, adam: adamState(field), rays: upload(context, rays) };
  }));
}

/** Samples along rays: their times, in a list for each ray, points and lengths. */
interface Samples extends Disposable {
  readonly ts: JaggedTensor<"f32">;
  readonly points: Tensor<"f32">;
  readonly deltas: Tensor<"f32">;
}

/** Takes samples along rays where the grid has voxels. */
function sampleRays(grid: GridBatch, { origins, directions }: Rays): Samples {
  const { context } = grid;
  return nn.ownTree(scope(() => {
    const options = { stepSize, includeEndSegments: false, midpoints: true };
    const ts = uniformRaySamples(grid, origins, directions, NEAR, FAR, options);
    const { data: points } = pointsOnRays(origins, directions, ts);
    const deltas = fullTensor([ts.data.length], stepSize, { context, dtype: "f32" });
    return { ts, points, deltas };
  }));
}

/** The colors that the field has along rays. */
function render(
  grid: GridBatch,
  values: nn.Operand<"f32">,
  { ts, points, deltas }: Samples,
): nn.Value<"f32"> {
  const raw = nn.sampleTrilinear(grid, points, values);
  const density = nn.softplus(nn.channels(raw, 0, 1), { shift: -4, scale: 10 });
  const colors = nn.sigmoid(nn.channels(raw, 1, 4));
  const sigmas = nn.reshape(density, [deltas.length]);
  const { rgb, opacity } = nn.volumeRender(sigmas, colors, deltas, ts);
  return nn.overBackground(rgb, opacity, 1);
}

/** Learns from the next rays. Nothing waits for the device but the count of samples. */
export function train({ grid, field, adam, rays }: Training, step: number): void {
  const [count = 0] = rays.colors.shape;
  const begin = (step * BATCH) % (count - count % BATCH);
  using batch = nn.ownTree({
    origins: rays.origins.slice(begin, begin + BATCH),
    directions: rays.directions.slice(begin, begin + BATCH),
    colors: rays.colors.slice(begin, begin + BATCH),
  });
  using samples = sampleRays(grid, batch);
  using found = nn.valueAndGrad(
    field,
    ({ values }) => nn.meanSquares(render(grid, values, samples), batch.colors),
  );
  adamInto(field, found.gradients, adam, { rate: 0.1, betas: [0.9, 0.99] });
}

/** The pixels that the field shows along rays, 8 bits a color. */
export async function pixelsOf(
  { grid, field }: Training,
  rays: Rays,
): Promise<Uint8Array<ArrayBuffer>> {
  using samples = sampleRays(grid, rays);
  const body = ({ values }: nn.ValuesOf<typeof field>) => ({ loss: render(grid, values, samples) });
  using seen = nn.ownTree(nn.evaluate(field, body));
  return toBytes(await seen.loss.read());
}

function toBytes(colors: Iterable<number>): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(colors, (color) => Math.round(255 * Math.min(Math.max(color, 0), 1)));
}

/** The mean signal-to-noise ratio of pictures in decibels. */
export async function psnr(
  training: Training,
  rays: Rays,
  pixels: number = PIXELS,
): Promise<number> {
  const found = await pixelsOf(training, rays);
  const truth = toBytes(await rays.colors.read());
  const size = pixels * pixels * 3;
  const views = Array.from({ length: found.length / size }, (_, view) => {
    const part = [view * size, (view + 1) * size] as const;
    return imageErrors(found.subarray(...part), truth.subarray(...part), {
      width: pixels,
      height: pixels,
    }).psnr;
  });
  return views.reduce((sum, view) => sum + view, 0) / views.length;
}

/** A picture of all views side by side, each of the scene and then of the field. */
async function picture(
  training: Training,
  context: Context,
  pixels: number,
): Promise<Uint8Array> {
  using rays = testRays(context, pixels);
  const sides = [toBytes(await rays.colors.read()), await pixelsOf(training, rays)];
  const strip = pixels * 3; // bytes of a row of one view
  const rows = new Uint8Array(TEST_VIEWS * 2 * pixels * strip);
  for (let tile = 0; tile < TEST_VIEWS * 2; tile++) {
    const from = sides[tile % 2] ?? rows;
    for (let row = 0; row < pixels; row++) {
      const at = (Math.floor(tile / 2) * pixels + row) * strip;
      rows.set(from.subarray(at, at + strip), (row * TEST_VIEWS * 2 + tile) * strip);
    }
  }
  return await encodePng(rows, { width: TEST_VIEWS * 2 * pixels, height: pixels, channels: 3 });
}

/** Options as `--name value`, or `--name` alone. */
function readOptions(args: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...args.join(" ").matchAll(/--(\w+)(?:[ =]+(?!--)(\S+))?/g)].map((
      [, name, value],
    ) => [name, value ?? ""]),
  );
}

if (import.meta.main) {
  const { device = "auto", steps = "200", seed = "1", output, json } = readOptions(Deno.args);
  using context = openContext({ device: device as Device });
  using training = makeTraining(context, { seed: Number(seed) });
  using rays = testRays(context);
  const say = (text: string) => json === undefined && console.log(text);
  say(`learning on ${context.device}: ${context.deviceName}`);
  const figures = [];
  let seconds = 0;
  for (let step = 0; step <= Number(steps); step++) {
    if (step % 50 === 0 || step === 20 || step === Number(steps)) {
      const found = await psnr(training, rays);
      figures.push({ step, psnr: found });
      say(`step ${String(step).padStart(4)}: ${found.toFixed(2)} dB`);
    }
    if (step === Number(steps)) break;
    const start = performance.now();
    train(training, step);
    if (step % 10 === 9) await context.synchronize();
    seconds += (performance.now() - start) / 1000;
  }
  const stepsPerSecond = Number(steps) / seconds;
  say(`${stepsPerSecond.toFixed(0)} steps a second`);
  if (output) await Deno.writeFile(output, await picture(training, context, 160));
  if (json !== undefined) {
    console.log(
      JSON.stringify({ device: context.device, seed: Number(seed), figures, stepsPerSecond }),
    );
  }
}
