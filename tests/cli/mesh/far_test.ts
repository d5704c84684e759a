/**
 * Surfaces and voxels of files that lie where maps have them, through the commands and back, beside the analytic ball.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import {
  encodeNvdb,
  encodePly,
  type PointCloud,
  readGlb,
  readNvdb,
  readObj,
  readPly,
} from "../../../lib/io/mod.ts";
import { eachBackend } from "../../_backends.ts";
import { outFolder } from "../../_files.ts";
import { flatFaces, makeBall } from "../../grid/_triangles.ts";
import { ballAround, CENTERS, RADIUS, VOXEL, voxelAt } from "../../mesh/_far.ts";
import { borderOf, pick, type Triple } from "../../mesh/_oracle.ts";
import { boxViews } from "../../sdf/_scenes.ts";
import { runMain } from "../_recorder.ts";

const READERS: Readonly<Record<string, (bytes: Uint8Array) => PointCloud>> = {
  ply: readPly,
  obj: readObj,
  glb: readGlb,
};
const CENTER = pick(CENTERS, 0);
const ZERO: Triple = [0, 0, 0];
/** A distance is off its chord along an edge of length h by at most h^2 / (8 r). */
const CHORD = VOXEL ** 2 / (8 * (RADIUS - VOXEL));
/** Floats from an origin near a ball, which are at most about its diameter, are off by 2^-24 of that along each axis. */
const FLOATS = Math.sqrt(3) * 2 ** -24 * 3 * RADIUS;
const EXACT = 1e-6 * VOXEL;

/** How a file says where its ball is: by the place of its grid, by its voxels, or with axes that are turned. */
type Kind = "origin" | "voxels" | "turned";

/** The bytes of a level set: a ball around a center, of single precision. */
function ballFile(kind: Kind, center: Triple): Uint8Array {
  const { ijk, values } = ballAround(kind === "voxels" ? voxelAt(center) : ZERO);
  const place = kind === "voxels" ? {} : { origin: center };
  const turn = { matrix: [0, -VOXEL, 0, VOXEL, 0, 0, 0, 0, -VOXEL] };
  return encodeNvdb([{
    type: "float",
    name: "ball",
    gridClass: "levelSet",
    ijk,
    values: Float32Array.from(values),
    ...place,
    ...(kind === "turned" ? turn : { voxelSize: VOXEL }),
  }]);
}

/** Runs a command that makes a file of another, without a note, and reads what it made. */
async function made(
  [command, ...more]: readonly string[],
  { input, bytes, output }: { input: string; bytes?: Uint8Array; output: string },
): Promise<PointCloud> {
  if (bytes !== undefined) await Deno.writeFile(input, bytes);
  const { code, notes } = await runMain([
    ...[command ?? "", input, "--out", output, "--force", "--json"],
    ...more,
  ]);
  assertEquals([code, notes], [0, ""]);
  const ending = output.slice(-3);
  return pick([READERS[ending] ?? readPly], 0)(await Deno.readFile(output));
}

/** How far the farthest vertex is from the ball. */
function offBall({ positions }: PointCloud, center: Triple): number {
  let most = 0;
  for (let at = 0; at < positions.length; at += 3) {
    const offset = center.map((one, axis) => (positions[at + axis] ?? NaN) - one);
    const off = Math.abs(Math.hypot(...offset) - RADIUS);
    if (!(off <= most)) most = off;
  }
  return most;
}

for (const command of ["convert", "mesh"]) {
  for (const kind of ["origin", "voxels", "turned"] as const) {
    eachBackend(
      `${command} draws a far level set of f32 as round as at the origin (${kind})`,
      async ({ device }) => {
        using folder = outFolder();
        const input = `${folder.path}/ball.nvdb`;
        for (const ending of Object.keys(READERS)) {
          const files = { input, output: `${folder.path}/drawn.${ending}` };
          const args = [command, "--device", device];
          const far = await made(args, { ...files, bytes: ballFile(kind, CENTER) });
          const rounding = EXACT + (ending === "glb" ? FLOATS : 0);
          assert(offBall(far, CENTER) <= CHORD + rounding, `${offBall(far, CENTER)} in ${ending}`);
          assertEquals(borderOf([...far.faces ?? []]), []);
          const near = await made(args, { ...files, bytes: ballFile(kind, ZERO) });
          assertEquals(far.count, near.count);
          if (kind === "voxels") continue; // other rows, in another order
          assertEquals(far.faces, near.faces);
          far.positions.forEach((one, at) => {
            const offset = one - (CENTER[at % 3] ?? NaN) - (near.positions[at] ?? NaN);
            assert(Math.abs(offset) <= rounding, `${offset} at ${at} in ${ending}`);
          });
        }
      },
    );
  }
}

eachBackend(
  "a far mesh is remeshed, made a level set and voxels in its place",
  async ({ device }) => {
    using folder = outFolder();
    const input = `${folder.path}/ball.ply`;
    const ball = makeBall(ZERO, RADIUS, 4);
    const positions = Float64Array.from(
      ball.vertices.flat(),
      (one, at) => one + (CENTER[at % 3] ?? NaN),
    );
    const bytes = encodePly({ positions, faces: flatFaces(ball) });
    const size = ["--voxel-size", String(VOXEL), "--device", device];
    // Edges of the triangles are shorter than 2 voxels.
    const bound = CHORD + (2 * VOXEL) ** 2 / (8 * RADIUS);
    const drawn = await made(["mesh", ...size], {
      input,
      bytes,
      output: `${folder.path}/drawn.ply`,
    });
    assert(drawn.count > 1000 && offBall(drawn, CENTER) <= bound, `${offBall(drawn, CENTER)}`);
    const band = `${folder.path}/band.nvdb`;
    const { code, notes } = await runMain(["convert", input, band, ...size]);
    assertEquals([code, notes], [0, ""]);
    const [grid] = readNvdb(await Deno.readFile(band));
    assertEquals(grid?.type, "float");
    const back = await made(["convert", "--device", device], {
      input: band,
      output: `${folder.path}/back.obj`,
    });
    assert(back.count > 1000 && offBall(back, CENTER) <= bound, `${offBall(back, CENTER)}`);
    for (const ending of Object.keys(READERS)) {
      const { positions: centers, count } = await made(["voxelize", ...size], {
        input,
        output: `${folder.path}/voxels.${ending}`,
      });
      assert(count > 1000);
      centers.forEach((one) => {
        const voxels = one / VOXEL;
        assert(Math.abs(voxels - Math.round(voxels)) < (ending === "glb" ? 1e-5 : 1e-6), `${one}`);
      });
    }
  },
);

eachBackend("far depth images are fused to what they show at the origin", async ({ device }) => {
  using folder = outFolder();
  const [size, voxel] = [40, 0.0625];
  const { cameras, depth } = boxViews(0.5, size);
  for (const [at, { buffer }] of depth.entries()) {
    await Deno.writeFile(`${folder.path}/${at}.raw`, new Uint8Array(buffer));
  }
  // Whole numbers of voxels away, so that voxels have the same centers.
  const shift: Triple = [515_380, 4_918_360, 1216];
  const [near = [], far = []] = await Promise.all([ZERO, shift].map(async (center, which) => {
    const images = cameras.map(({ pose, intrinsics }, at) => {
      // The last column of a pose is where the camera is.
      const moved = Array.from(pose, (one, n) => one + (n % 4 === 3 ? center[n >> 2] ?? 0 : 0));
      return { file: `../${at}.raw`, intrinsics, pose: moved };
    });
    const input = `${folder.path}/${which}`;
    await Deno.mkdir(input);
    const list = { width: size, height: size, images };
    await Deno.writeTextFile(`${input}/cameras.json`, JSON.stringify(list));
    const args = ["mesh", "--voxel-size", String(voxel), "--device", device];
    const { positions } = await made(args, { input, output: `${input}/box.ply` });
    const places = Array.from(
      { length: positions.length / 3 },
      (_, vertex) => center.map((one, axis) => (positions[3 * vertex + axis] ?? NaN) - one),
    );
    return places;
  }));
  assert(near.length > 1000);
  assertEquals(far.length, near.length);
  // They come in another order, that of their rows.
  for (const place of far) {
    const distances = near.map((other) =>
      Math.hypot(...place.map((one, axis) => one - (other[axis] ?? NaN)))
    );
    const apart = distances.reduce((least, one) => Math.min(least, one));
    assert(apart < 1e-6 * voxel, `${apart / voxel} voxels apart`);
  }
});
