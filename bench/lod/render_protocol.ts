/**
 * Pictures of level-of-detail trees.
 *
 * This measures with the device's events how many points and voxels are drawn in a second, and prints a
 * table or, with `--json`, one JSON object:
 *
 * ```sh
 * deno run --allow-ffi=build --allow-read --allow-env bench/lod/render_protocol.ts --device cuda --tiles 11
 * ```
 *
 * The cloud is a surface of `--points` points, laid out `--tiles` times an axis and seen from low above it. `all` draws all
 * points that are in the picture, the others those nodes and voxels that its pixels ask for. `nearest` draws each once,
 * `blended` twice. The floor is what the bytes of the samples that are read and the pixels that are written take.
 *
 * @module
 */

import type { MatrixCamera } from "../../lib/core/mod.ts";
import { parseArgs } from "@std/cli/parse-args";
import { buildLod, type Context, type Device, openContext } from "../../mod.ts";
import {
  type LodTree,
  renderLodBlended,
  renderLodNearest,
  selectLodNodes,
} from "../../lib/lod/mod.ts";
import { COPIED_BYTES_PER_MS, measure, printJson, printTable, type Row } from "../_harness.ts";
import { isRightPicture, layTiles, lowCamera, madeTile } from "./_clouds.ts";

const MODES = { nearest: renderLodNearest, blended: renderLodBlended } as const;

/** Bytes of a point and of a voxel. */
const SAMPLE_BYTES = { points: 16, voxels: 8 } as const;

if (import.meta.main) await main();

async function main(): Promise<void> {
  const args = parseArgs(Deno.args, {
    string: ["device", "tiles", "points", "samples", "sizes"],
    boolean: ["json"],
    default: {
      device: "auto",
      tiles: "1",
      points: "1000000",
      samples: "5",
      sizes: "640x360,1920x1080,3840x2160",
    },
  });
  using context = openContext({ device: args.device as Device });
  const tile = madeTile(Number(args.points));
  const rows: Row[] = [];
  for (const tiles of args.tiles.split(",").map(Number)) {
    using cloud = layTiles(context, tile, { tiles, order: "scan" });
    using tree = buildLod(cloud.points, cloud.colors);
    for (const size of args.sizes.split(",")) {
      const [width = 0, height = 0] = size.split("x").map(Number);
      const camera = lowCamera(cloud, { width, height });
      for (const [name, minSize] of [["all", 0], ["selected", tree.gridSize / 2]] as const) {
        for (const mode of ["nearest", "blended"] as const) {
          const shared = { selected: name, mode, points: cloud.count };
          rows.push({
            ...shared,
            ...await time(context, tree, camera, minSize, mode, Number(args.samples)),
          });
        }
      }
    }
  }
  if (args.json) return printJson(context, rows);
  printTable("Pictures of level-of-detail trees", context, rows);
}

async function time(
  context: Context,
  tree: LodTree,
  camera: MatrixCamera,
  minSize: number,
  mode: keyof typeof MODES,
  samples: number,
): Promise<Row> {
  const { width, height } = camera;
  using selection = selectLodNodes(tree, camera, { minSize });
  const draw = (): Disposable => MODES[mode](tree, camera, { selection });
  if (!isRightPicture(MODES[mode], tree, camera, minSize)) {
    throw new Error("Cannot time pictures: one is wrong");
  }
  const select = await measure(context, () => selectLodNodes(tree, camera, { minSize }), {
    samples,
  });
  const { median, spread } = await measure(context, draw, { warmUp: 1, samples });
  const { points, voxels } = selection.counts;
  const read = points * SAMPLE_BYTES.points + voxels * SAMPLE_BYTES.voxels;
  const floor = (mode === "nearest" ? read : 2 * read) + width * height * 4;
  return {
    picture: `${width}x${height}`,
    "drawn points": points,
    "drawn voxels": voxels,
    "select ms": select.median,
    "draw ms": median,
    "spread %": spread * 100,
    "M drawn/s": (points + voxels) / median / 1e3,
    "floor %": context.device === "cpu" ? NaN : floor / COPIED_BYTES_PER_MS / median * 100,
  };
}
