// deno-lint-ignore-file no-console -- benchmarks talk to a terminal
/**
 * How good pictures of level-of-detail trees are, by strategy.
 *
 * This is a program: it draws scans from near and from afar, compares the pictures with those of all points, and prints a
 * table or, with `--json`, one JSON object. The pictures go to the folder `--out`, unless it is left out.
 *
 * ```sh
 * deno run --allow-ffi=build --allow-read --allow-env --allow-write=out bench/lod/quality_protocol.ts --out out/quality
 * ```
 *
 * Both are blended, of `--width` by `--height` pixels and from the same camera, which sees voxels of half a pixel to one.
 * Colors are compared where both pictures have something (`covered`): silhouettes, where one or the other has not, depend
 * on where voxels are and not on their colors, and are `missed` and `extra` pixels here. `whole` is the error of the
 * whole picture on black, which those few pixels rule. `fine` compares with all points on four times as many pixels an
 * axis, averaged.
 *
 * @module
 */

import type { MatrixCamera } from "../../lib/core/mod.ts";
import { parseArgs } from "@std/cli/parse-args";
import { buildLod, type Context, type Device, openContext, tensor } from "../../mod.ts";
import { imageErrors } from "../../lib/render/mod.ts";
import { type LodStrategy, type LodTree, renderLodBlended } from "../../lib/lod/mod.ts";
import { cameraMatrices } from "../../lib/core/mod.ts";
import { type Camera, orbitCamera } from "../../lib/cli/picture/camera.ts";
import { vectorCamera } from "../../lib/cli/picture/look.ts";
import { framedPoints, type LocalCloud, localCloud } from "../../lib/cli/input/cloud.ts";
import { encodePng, readPointCloud } from "../../lib/io/mod.ts";
import { printJson, printTable, type Row } from "../_harness.ts";
import { scanPath } from "./_clouds.ts";

const STRATEGIES: readonly LodStrategy[] = [
  "first",
  "random",
  "average",
  "pointMean",
  "weighted",
  "weightedAcross",
];

/** Scans, and how large they are in the picture: 1 just fills it. */
const SCENES = [
  { file: "autzen_stadium_crop.las", zooms: { near: 1 / 2, far: 1 / 8 } },
  { file: "lion_takanawa.copc.laz", zooms: { near: 1 / 4, far: 1 / 8 } },
] as const;

/** Pixels of the fine picture for one of the other, an axis. */
const FINE = 4;
const BLACK = [0, 0, 0, 1] as const;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** A picture on the host, and where it has something. */
interface Picture {
  readonly pixels: Uint8Array<ArrayBuffer>;
  readonly covered: Uint8Array;
  readonly samples: number;
}

if (import.meta.main) await main();

async function main(): Promise<void> {
  const args = parseArgs(Deno.args, {
    string: ["device", "width", "height", "folder", "out"],
    boolean: ["json"],
    default: {
      device: "auto",
      width: "800",
      height: "600",
      folder: scanPath().replace(/\/[^/]*$/, ""),
    },
  });
  using context = openContext({ device: args.device as Device });
  const size = { width: Number(args.width), height: Number(args.height) };
  const rows: Row[] = [];
  if (args.out !== undefined) await Deno.mkdir(args.out, { recursive: true });
  for (const { file, zooms } of SCENES) {
    const path = `${args.folder}/${file}`;
    const cloud = localCloud(await readPointCloud(await Deno.readFile(path), { name: path }));
    const trees = STRATEGIES.map((strategy) => plant(context, cloud, strategy));
    const framed = framedPoints(cloud.points);
    for (const [view, zoom] of Object.entries(zooms)) {
      const aspect = size.width / size.height;
      const orbit = { azimuth: -120, elevation: 30, zoom, fieldOfView: 32, aspect };
      const camera = orbitCamera(framed, orbit);
      const pictures = drawAll(trees, camera, size);
      rows.push(...comparePictures(file, view, pictures, size));
      if (args.out !== undefined) await save(`${args.out}/${file}.${view}`, pictures, size);
    }
    for (const tree of trees) tree.dispose();
  }
  if (args.json) return printJson(context, rows);
  printTable("Errors of pictures of level-of-detail trees", context, rows.map(roundErrors));
}

function plant(context: Context, cloud: LocalCloud, strategy: LodStrategy): LodTree {
  const shape = [cloud.count, 3];
  using points = tensor(cloud.points, { context, shape });
  using colors = tensor(cloud.colors, { context, shape });
  return buildLod(points, colors, { strategy });
}

interface Pictures {
  readonly all: Picture;
  readonly fine: Uint8Array;
  readonly byStrategy: ReadonlyMap<LodStrategy, Picture>;
}

function drawAll(trees: readonly LodTree[], camera: Camera, size: Size): Pictures {
  const matrices = cameraMatrices(vectorCamera(camera), size);
  const byStrategy = new Map<LodStrategy, Picture>();
  trees.forEach((tree, at) => byStrategy.set(STRATEGIES[at] ?? "none", draw(tree, matrices)));
  const [tree] = trees;
  if (tree === undefined) throw new Error("Cannot draw: there is no tree");
  return { all: draw(tree, matrices, 0), fine: drawFine(tree, camera, size), byStrategy };
}

function draw(tree: LodTree, camera: MatrixCamera, minSize = tree.gridSize / 2): Picture {
  using picture = renderLodBlended(tree, camera, { minSize, background: BLACK, depths: true });
  const depths = picture.depths?.readSync() ?? new Float32Array();
  const covered = Uint8Array.from(depths, (depth) => depth < Infinity ? 1 : 0);
  const { points, voxels } = picture.counts;
  return { pixels: picture.image.readSync(), covered, samples: points + voxels };
}

/** All points on more pixels, of which those that have something are averaged. */
function drawFine(tree: LodTree, camera: Camera, { width, height }: Size): Uint8Array {
  const matrices = cameraMatrices(vectorCamera(camera), {
    width: width * FINE,
    height: height * FINE,
  });
  using picture = renderLodBlended(tree, matrices, { minSize: 0, pointSize: FINE });
  const image = picture.image.readSync();
  const pixels = new Uint8Array(width * height * 4);
  const sums = new Float64Array(4);
  for (let pixel = 0; pixel < width * height; pixel++) {
    sums.fill(0);
    for (let k = 0; k < FINE ** 2; k++) {
      const row = Math.floor(pixel / width) * FINE + Math.floor(k / FINE);
      const at = (row * width * FINE + (pixel % width) * FINE + k % FINE) * 4;
      if (image[at + 3] === 0) continue;
      for (let c = 0; c < 3; c++) sums[c] = (sums[c] ?? 0) + (image[at + c] ?? 0);
      sums[3] = (sums[3] ?? 0) + 1;
    }
    const count = sums[3] ?? 0;
    pixels.set(
      count === 0 ? BLACK : Array.from(sums.subarray(0, 3), (sum) => sum / count + 0.5),
      pixel * 4,
    );
  }
  return pixels;
}

function comparePictures(
  scan: string,
  view: string,
  { all, fine, byStrategy }: Pictures,
  size: Size,
): Row[] {
  return Array.from(byStrategy, ([strategy, { pixels, covered, samples }]) => {
    const both = covered.map((yes, pixel) => yes & (all.covered[pixel] ?? 0));
    const options = { ...size, channels: 4 } as const;
    const whole = imageErrors(pixels, all.pixels, options);
    const inside = imageErrors(pixels, all.pixels, { ...options, mask: both });
    const smooth = imageErrors(pixels, fine, { ...options, mask: both });
    return {
      scan,
      view,
      strategy,
      drawn: samples,
      covered: count(both),
      missed: count(all.covered) - count(both),
      extra: count(covered) - count(both),
      "PSNR dB": inside.psnr,
      SSIM: inside.ssim,
      "fine PSNR": smooth.psnr,
      "fine SSIM": smooth.ssim,
      "whole PSNR": whole.psnr,
      "whole SSIM": whole.ssim,
    };
  });
}

/** Decibels with two digits and similarities with four, as text. */
function roundErrors(row: Row): Row {
  const rounded = Object.entries(row).map(([name, value]) => {
    const digits = /PSNR/.test(name) ? 2 : /SSIM/.test(name) ? 4 : undefined;
    return [name, digits === undefined ? value : Number(value).toFixed(digits)] as const;
  });
  return Object.fromEntries(rounded);
}

function count(mask: Uint8Array): number {
  return mask.reduce((sum, yes) => sum + yes, 0);
}

async function save(name: string, { all, byStrategy }: Pictures, size: Size): Promise<void> {
  for (const [kind, { pixels }] of [["all", all] as const, ...byStrategy]) {
    await Deno.writeFile(`${name}.${kind}.png`, await encodePng(pixels, { ...size, channels: 4 }));
    console.error(`${name}.${kind}.png`);
  }
}
