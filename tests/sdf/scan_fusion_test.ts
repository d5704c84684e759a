import type { PinholeCamera } from "../../lib/core/mod.ts";
import { assert, assertEquals } from "@std/assert";
import { gridFromZeroVoxels } from "../../lib/grid/mod.ts";
import { closeTsdf, type TsdfVolume } from "../../lib/sdf/mod.ts";
import {
  type Context,
  emptyTensor,
  integrateTsdf,
  marchingCubes,
  scope,
  tensor,
} from "../../mod.ts";
import { checkLeaks, contexts } from "../_backends.ts";
import { cornersOf, type Mesh, type Place } from "../grid/_triangles.ts";
import { dataTest } from "../io/_data.ts";
import { borderOf, pick, volumeOf } from "../mesh/_oracle.ts";
import { apart, extentOf, readObjMesh, rowsOf } from "../mesh/_scans.ts";
import { camerasAround } from "./_scenes.ts";

/** Draws the depth of a mesh: 0 where it is not seen. */
function renderDepth(
  mesh: Mesh,
  camera: PinholeCamera,
  width: number,
  height: number,
): Float32Array {
  const { intrinsics: k, pose } = camera;
  const project = (place: Place): readonly [number, number, number] => {
    const away = [0, 1, 2].map((axis) => pick(place, axis) - pick(pose, 4 * axis + 3));
    const [x = 0, y = 0, z = 0] = [0, 1, 2].map((axis) =>
      [0, 1, 2].reduce((sum, at) => sum + pick(pose, 4 * at + axis) * pick(away, at), 0)
    );
    return [pick(k, 0) * x / z + pick(k, 2), pick(k, 4) * y / z + pick(k, 5), z];
  };
  const depth = new Float32Array(width * height).fill(Infinity);
  mesh.faces.forEach((_, face) => {
    const corners = cornersOf(mesh, face);
    const [a, b, c] = [project(corners[0]), project(corners[1]), project(corners[2])];
    const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    const columns = [a[0], b[0], c[0]];
    const rows = [a[1], b[1], c[1]];
    for (let y = Math.ceil(Math.min(...rows)); y <= Math.max(...rows); y++) {
      for (let x = Math.ceil(Math.min(...columns)); x <= Math.max(...columns); x++) {
        const u = ((b[0] - x) * (c[1] - y) - (b[1] - y) * (c[0] - x)) / area;
        const v = ((c[0] - x) * (a[1] - y) - (c[1] - y) * (a[0] - x)) / area;
        const w = 1 - u - v;
        if (!(u >= 0 && v >= 0 && w >= 0) || x < 0 || y < 0 || x >= width || y >= height) continue;
        const z = 1 / (u / a[2] + v / b[2] + w / c[2]); // 1 / z is linear in a picture
        depth[y * width + x] = Math.min(depth[y * width + x] ?? 0, z);
      }
    }
  });
  return depth.map((one) => Number.isFinite(one) ? one : 0);
}

dataTest("integrateTsdf() of views of a cow makes the cow", ["mesh/spot.obj"], async (bytes) => {
  const mesh = readObjMesh(bytes);
  const voxelSize = extentOf(mesh) / 40;
  const size = [160, 160] as const;
  // Few views, which show all of it, leave holes where legs and horns begin.
  for (const { count, closes } of [{ count: 16, closes: true }, { count: 48, closes: false }]) {
    const cameras = camerasAround(count, closes ? 2.6 : 2.2, size);
    const pixels = new Float32Array(count * size[0] * size[1]);
    cameras.forEach((camera, at) => {
      pixels.set(renderDepth(mesh, camera, ...size), at * size[0] * size[1]);
    });
    for (const context of contexts) {
      await checkLeaks(context, () => {
        const drawn = fuse(context, { pixels, cameras, size, voxelSize, closes });
        assert(drawn.faces.length > 5000);
        // Each edge runs once in both ways: no holes, and all triangles face the same side.
        assertEquals(borderOf(drawn.faces.flat()), []);
        if (closes) assertEquals(drawn.vertices.length - drawn.faces.length / 2, 2); // one sphere
        const distance = apart(mesh, drawn, 4 * voxelSize, 40);
        assert(distance < voxelSize, `${distance / voxelSize} voxels apart`);
        const [before, after] = [mesh, drawn].map(({ vertices, faces }) =>
          volumeOf(vertices.flat(), faces.flat())
        ) as [number, number];
        assert(Math.abs(after / before - 1) < 0.03, `${before} and ${after}`);
      });
    }
  }
});

/** Fuses images and draws the surface between voxels that were seen, or closed. */
function fuse(
  context: Context,
  { pixels, cameras, size: [width, height], voxelSize, closes }: {
    readonly pixels: Float32Array;
    readonly cameras: readonly PinholeCamera[];
    readonly size: readonly [number, number];
    readonly voxelSize: number;
    readonly closes: boolean;
  },
): Mesh {
  return scope((own) => {
    const depth = own(tensor(pixels, { context, shape: [cameras.length, height, width] }));
    const grid = own(gridFromZeroVoxels({ context, voxelSize }));
    const nothing = own(emptyTensor([0], { context, dtype: "f32" }));
    const state = { grid, tsdf: nothing, weights: nothing };
    const range = { halfWidth: 3 * voxelSize, maxDepth: 5 };
    const volume = own(integrateTsdf(state, { depth, cameras }, range));
    const surface = own(marchingCubes(
      volume.grid,
      closes
        ? own(closeTsdf(volume, { depth, cameras }, { ...range, background: "empty" }))
        : own(tensor(seenOf(volume), { context })),
    ));
    return {
      vertices: rowsOf(surface.vertices.data.readSync()),
      faces: rowsOf(Array.from(surface.faces.data.readSync(), Number)),
    };
  });
}

/** Distances of voxels that were seen; NaN for others. */
function seenOf({ tsdf, weights }: TsdfVolume): Float64Array {
  const sums = weights.readSync();
  return Float64Array.from(tsdf.readSync(), (one, row) => sums[row] === 0 ? NaN : Number(one));
}
