import { assertEquals } from "@std/assert";
import { meshDistances, meshDistancesBackward, surfaceFeatures } from "../../lib/mesh/mod.ts";
import {
  type Context,
  fullTensor,
  gridFromDense,
  gridFromIjk,
  gridIjk,
  marchingCubes,
  type Tensor,
  tensor,
} from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { assertWindows, sizesOf, windowsOf } from "../_large.ts";

/** Voxels of a leaf. */
const LEAF = 512;

/** Voxels along an edge, whole lower nodes; the larger one makes more than 2^31 numbers of vertices. */
const cutSideOf = sizesOf(128, 640);
/** Voxels along an edge, whole leaves; the larger one makes more than 2^31 voxels. */
const sideOf = sizesOf(40, 1296);

/** The place of a row of a cube of whole lower nodes: nodes, leaves and voxels go x slowest, z fastest. */
function placeOf(row: number, side: number): [number, number, number] {
  const nodes = side / 128;
  const place: [number, number, number] = [0, 0, 0];
  let rest = row;
  for (const [edge, count] of [[1, 8], [8, 16], [128, nodes]] as const) {
    for (const axis of [2, 1, 0] as const) {
      place[axis] += edge * (rest % count);
      rest = Math.floor(rest / count);
    }
  }
  return place;
}

/** Repeats the numbers of a leaf for all leaves. */
function repeatLeaf(
  context: Context,
  leaf: Float16Array<ArrayBuffer>,
  leaves: number,
): Tensor<"f16"> {
  const all = new Float16Array(leaves * LEAF);
  all.set(leaf);
  for (let done = LEAF; done < all.length; done *= 2) all.copyWithin(done, 0, done);
  return tensor(all, { context });
}

const cutTitle = (on: Pick<Context, "device">): string =>
  `all edges between ${cutSideOf(on)}^3 voxels are cut in their middle`;

eachBackend(cutTitle, (context) => {
  const side = cutSideOf(context);
  using grid = gridFromDense({ context, dims: side });
  const signs = Float16Array.from({ length: LEAF }, (_, at) => {
    const odd = (at >> 6) + (at >> 3) + at;
    return odd % 2 === 0 ? -1 : 1;
  });
  using field = repeatLeaf(context, signs, side ** 3 / LEAF);
  using surface = marchingCubes(grid, field, { dtype: "f16" });
  const count = 3 * side ** 2 * (side - 1);
  assertEquals(surface.vertices.data.shape, [count, 3]);
  assertEquals(surface.faces.data.shape, [4 * (side - 1) ** 3, 3]);
  const size = 64;
  for (const first of windowsOf(count, size, [2, 3])) {
    using ends = surface.ends.data.slice(first, first + size);
    using vertices = surface.vertices.data.slice(first, first + size);
    const rows = [...ends.readSync()].map(Number);
    const middles = Array.from({ length: size }, (_, at) => {
      const low = placeOf(rows[2 * at] ?? NaN, side);
      const high = placeOf(rows[2 * at + 1] ?? NaN, side);
      assertEquals(high.reduce((sum, one, axis) => sum + one - (low[axis] ?? NaN), 0), 1);
      return low.map((one, axis) => (one + (high[axis] ?? NaN)) / 2);
    });
    assertEquals([...vertices.readSync()], [...Float16Array.from(middles.flat())]);
  }
  // Each corner of a triangle is the middle of an edge of its cell.
  const faces = surface.faces.data.shape[0] ?? 0;
  for (const first of windowsOf(faces, size, [3])) {
    using few = surface.faces.data.slice(first, first + size);
    const corners = [...few.readSync()].map(Number);
    const places = corners.map((corner) => {
      using one = surface.ends.data.slice(corner, corner + 1);
      const [low = 0n, high = 0n] = one.readSync();
      const ends = [placeOf(Number(low), side), placeOf(Number(high), side)] as const;
      return ends[0].map((value, axis) => (value + (ends[1][axis] ?? NaN)) / 2);
    });
    for (let at = 0; at < places.length; at += 3) {
      const near = places.slice(at, at + 3);
      for (const axis of [0, 1, 2]) {
        const along = near.map((place) => place[axis] ?? NaN);
        assertEquals(Math.max(...along) - Math.min(...along) <= 1, true);
      }
    }
  }
  using features = repeatLeaf(context, signs.map((_, at) => at % 16), side ** 3 / LEAF);
  using found = surfaceFeatures(grid, field, surface, features);
  for (const first of windowsOf(count, size, [1])) {
    using ends = surface.ends.data.slice(first, first + size);
    const rows = [...ends.readSync()].map(Number);
    using own = found.data.slice(first, first + size);
    const means = Array.from(
      { length: size },
      (_, at) => ((rows[2 * at] ?? NaN) % 16 + (rows[2 * at + 1] ?? NaN) % 16) / 2,
    );
    assertEquals([...own.readSync()], means);
  }
});

const distanceTitle = (on: Pick<Context, "device">): string =>
  `distances of ${sideOf(on)}^3 voxels from a mesh are right to the last`;

eachBackend(distanceTitle, (context) => {
  const side = sideOf(context);
  using grid = gridFromDense({ context, dims: side });
  using coordinates = gridIjk(grid);
  const end = side - 3.5;
  using vertices = tensor(
    Float32Array.of(1, 2, 3, 9, 2, 3, 1, 9, 5, end, end, end, end, end - 7, end, end - 5, end, end),
    { context, shape: [6, 3] },
  );
  using faces = tensor(new BigInt64Array([0n, 1n, 2n, 3n, 4n, 5n]), { context, shape: [2, 3] });
  const options = { halfWidth: 20 };
  using actual = meshDistances(grid, vertices, faces, options);
  using ones = fullTensor([grid.numVoxels], 1, { context, dtype: "f32" });
  using slopes = meshDistancesBackward(grid, vertices, faces, actual, ones);
  // What is near the triangles is in both corners.
  const edge = Math.min(side, 64);
  const corners = [0, side - edge].flatMap((low) =>
    Array.from(
      { length: edge ** 3 },
      (_, at) =>
        [Math.floor(at / edge ** 2), Math.floor(at / edge) % edge, at % edge].map((one) =>
          one + low
        ),
    )
  );
  using cornerIjk = tensor(Int32Array.from(corners.flat()), {
    context,
    shape: [corners.length, 3],
  });
  using both = gridFromIjk(cornerIjk);
  using nearOnes = fullTensor([both.numVoxels], 1, { context, dtype: "f32" });
  using nearFound = meshDistances(both, vertices, faces, options);
  using nearSlopes = meshDistancesBackward(both, vertices, faces, nearFound, nearOnes);
  assertClose(slopes.readSync(), nearSlopes.readSync(), { relative: 1e-6, absolute: 1e-3 });
  let near = 0;
  for (const first of windowsOf(side ** 3, LEAF, [1])) {
    using part = coordinates.data.slice(first, first + LEAF);
    // The grid of some voxels numbers them as they follow each other.
    using ijk = tensor(part.readSync(), { context, shape: [LEAF, 3] });
    using few = gridFromIjk(ijk);
    using expected = meshDistances(few, vertices, faces, options);
    const distances = expected.distances.readSync();
    near += distances.filter((distance) => distance < Infinity).length;
    assertWindows(actual.distances, [first], distances);
    assertWindows(actual.triangles, [first], expected.triangles.readSync());
  }
  assertEquals(near >= 2 * LEAF, true);
});
