import { assert, assertEquals } from "@std/assert";
import { encodePly, nvdbIjk, readNvdb, readPly } from "../../../lib/io/mod.ts";
import { eachBackend } from "../../_backends.ts";
import { outFolder } from "../../_files.ts";
import { flatFaces, flatVertices, makeBall } from "../../grid/_triangles.ts";
import { runMain } from "../_recorder.ts";

const RADIUS = 3;
const VOXEL = 0.5;

/** Counts the points of the lattice that lie within a distance of the ball's surface, less and more the error of its triangles. */
function countNear(halfWidth: number): readonly [least: number, most: number] {
  const reach = Math.ceil((RADIUS + halfWidth) / VOXEL) + 1;
  const counts: [number, number] = [0, 0];
  for (let i = -reach; i <= reach; i++) {
    for (let j = -reach; j <= reach; j++) {
      for (let k = -reach; k <= reach; k++) {
        const distance = Math.abs(Math.hypot(i, j, k) * VOXEL - RADIUS);
        counts[0] += Number(distance < halfWidth - 0.05);
        counts[1] += Number(distance < halfWidth + 0.05);
      }
    }
  }
  return counts;
}

eachBackend("--half-width is in units of the file, in every command", async ({ device }) => {
  using folder = outFolder();
  const [ball, band, list] = ["ball.ply", "band.nvdb", "list.ply"]
    .map((name) => `${folder.path}/${name}`) as [string, string, string];
  const mesh = makeBall([0, 0, 0], RADIUS, 3);
  const bytes = encodePly({ positions: flatVertices(mesh), faces: flatFaces(mesh) });
  await Deno.writeFile(ball, bytes);
  const shared = ["--voxel-size", `${VOXEL}`, "--device", device, "--force", "--json"];
  const run = async (...args: string[]): Promise<{ readonly halfWidth: number }> => {
    const { code, results, notes } = await runMain([...args, ...shared]);
    assertEquals(code, 0, notes);
    return JSON.parse(results.join(""));
  };
  for (const halfWidth of [1.25, undefined]) {
    const wide = halfWidth ?? 3 * VOXEL;
    const asked = halfWidth === undefined ? [] : ["--half-width", `${halfWidth}`];
    assertEquals((await run("convert", ball, band, ...asked)).halfWidth, wide);
    const [grid] = readNvdb(await Deno.readFile(band));
    assert(grid !== undefined);
    assertEquals([...grid.background as Float32Array], [wide]);
    const [least, most] = countNear(wide);
    assert(least <= grid.voxelCount && grid.voxelCount <= most, `${grid.voxelCount}`);
    assert((grid.values as Float32Array).every((one) => Math.abs(one) <= wide));
    assertEquals(
      (await run("voxelize", ball, "--out", list, "--half-width", `${wide}`)).halfWidth,
      wide,
    );
    const places = readPly(await Deno.readFile(list)).positions;
    assertEquals([...places], [...nvdbIjk(grid.leaves)].map((one) => one * VOXEL));
  }
});
