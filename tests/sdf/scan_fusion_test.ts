import { assert } from "@std/assert";
import {
  type Context,
  type DepthCamera,
  emptyTensor,
  gridFromZeroVoxels,
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
function renderDepth(mesh: Mesh, camera: DepthCamera, width: number, height: number): Float32Array {
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
  const [width, height] = [160, 160];
  // Few views leave holes where legs and horns begin; what they see of the rest is where it belongs.
  for (
    const { count, holes, most } of [{ count: 16, holes: 150, most: 2 }, {
      count: 48,
      holes: 0,
      most: 1,
    }]
  ) {
    const cameras = camerasAround(count, 2.2, [width, height]);
    const pixels = new Float32Array(count * width * height);
    cameras.forEach((camera, at) => {
      pixels.set(renderDepth(mesh, camera, width, height), at * width * height);
    });
    for (const context of contexts) {
      await checkLeaks(context, () => {
        const drawn = fuse(context, { pixels, cameras, size: [width, height], voxelSize });
        assert(drawn.faces.length > 5000);
        // No edge runs the same way twice: all triangles face the same side.
        assert(borderOf(drawn.faces.flat()).length <= holes);
        const distance = apart(mesh, drawn, 4 * voxelSize, 40);
        assert(distance < most * voxelSize, `${distance / voxelSize} voxels apart`);
        const [before, after] = [mesh, drawn].map(({ vertices, faces }) =>
          volumeOf(vertices.flat(), faces.flat())
        ) as [number, number];
        assert(Math.abs(after / before - 1) < 0.03, `${before} and ${after}`);
      });
    }
  }
});

/** Fuses images and draws the surface between voxels that were seen. */
function fuse(
  context: Context,
  { pixels, cameras, size: [width, height], voxelSize }: {
    readonly pixels: Float32Array;
    readonly cameras: readonly DepthCamera[];
    readonly size: readonly [number, number];
    readonly voxelSize: number;
  },
): Mesh {
  return scope((own) => {
    const depth = own(tensor(pixels, { context, shape: [cameras.length, height, width] }));
    const grid = own(gridFromZeroVoxels({ context, voxelSize }));
    const nothing = own(emptyTensor([0], { context, dtype: "f32" }));
    const state = { grid, tsdf: nothing, weights: nothing };
    const range = { truncation: 3 * voxelSize, maxDepth: 5 };
    const volume = own(integrateTsdf(state, { depth, cameras }, range));
    const weights = volume.weights.readSync();
    const seen = volume.tsdf.readSync().map((one, row) => weights[row] === 0 ? NaN : one);
    const surface = own(marchingCubes(volume.grid, own(tensor(seen, { context }))));
    return {
      vertices: rowsOf(surface.vertices.data.readSync()),
      faces: rowsOf(Array.from(surface.faces.data.readSync(), Number)),
    };
  });
}
