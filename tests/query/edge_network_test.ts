import { assert, assertEquals, assertThrows } from "@std/assert";
import { edgeNetwork } from "../../lib/query/mod.ts";
import { gridFromIjk, jaggedFromList, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits } from "../_compare.ts";
import { canonical } from "../grid/_oracle.ts";
import { buildBatch, LISTS, ORIGINS, SIZES } from "./_batch.ts";

const CORNERS = [0, 1].flatMap((x) => [0, 1].flatMap((y) => [0, 1].map((z) => [x, y, z])));

eachBackend("edgeNetwork() draws one cell as written down by hand", (context) => {
  using ijk = tensor(new Int32Array([10, 20, 30]), { context, shape: [1, 3] });
  using grid = gridFromIjk(ijk, { voxelSize: [1, 2, 4], origin: [0.5, 1, 2] });
  using network = edgeNetwork(grid);
  assertEquals(network.vertices.data.shape, [8, 3]);
  assertEquals([...network.vertices.data.readSync()], [
    ...[10, 40, 120, 10, 40, 124, 10, 42, 120, 10, 42, 124],
    ...[11, 40, 120, 11, 40, 124, 11, 42, 120, 11, 42, 124],
  ]);
  assertEquals(network.edges.data.shape, [12, 2]);
  assertEquals([...network.edges.data.readSync()].map(Number), [
    ...[0, 4, 1, 5, 2, 6, 3, 7],
    ...[0, 2, 1, 3, 4, 6, 5, 7],
    ...[0, 1, 2, 3, 4, 5, 6, 7],
  ]);
});

for (const voxelSpace of [false, true]) {
  const place = voxelSpace ? "voxel space" : "the world";
  eachBackend(`edgeNetwork() draws every cell of a batch in ${place}`, (context) => {
    using grid = buildBatch(context);
    using network = edgeNetwork(grid, { voxelSpace });
    assertEquals(network.vertices.dtype, "f64");
    const expected = LISTS.flatMap((list, b) =>
      canonical(list).flatMap((voxel) =>
        CORNERS.flatMap((corner) =>
          voxel.map((value, axis) => {
            const at = value + (corner[axis] ?? 0) - 0.5;
            return voxelSpace ? at : at * (SIZES[b]?.[axis] ?? 0) + (ORIGINS[b]?.[axis] ?? 0);
          })
        )
      )
    );
    assertBits(network.vertices.data.readSync(), Float64Array.from(expected));
    for (const [dtype, Kind] of [["f16", Float16Array], ["f32", Float32Array]] as const) {
      using rounded = edgeNetwork(grid, { voxelSpace, dtype });
      assertBits(rounded.vertices.data.readSync(), Kind.from(expected));
    }
    assertEquals([...network.vertices.offsets], [...grid.offsets].map((row) => row * 8n));
    assertEquals([...network.edges.offsets], [...grid.offsets].map((row) => row * 12n));
    // Each edge joins two corners of one cell that differ on one axis, each pair once.
    for (const [b, count] of grid.voxelCounts.entries()) {
      using edges = network.edges.list(b);
      const ends = [...edges.readSync()].map(Number);
      const seen = new Set<string>();
      for (let at = 0; at < ends.length; at += 2) {
        const [low = NaN, high = NaN] = [ends[at], ends[at + 1]];
        assertEquals(Math.floor(low / 8), Math.floor(at / 24));
        assertEquals(Math.floor(high / 8), Math.floor(at / 24));
        assertEquals([1, 2, 4].includes(low ^ high) && low < high, true, `edge ${low}, ${high}`);
        seen.add(`${low},${high}`);
      }
      assertEquals(seen.size, count * 12);
    }
  });
}

eachBackend("edgeNetwork() draws cells where maps are, to a millionth of a voxel", (context) => {
  const [size, origin] = [0.1, [515_380.3, 4_918_360.7, 1216.4]] as const;
  using ijk = tensor(new Int32Array([-3, 2, 7]), { context, shape: [1, 3] });
  using grid = gridFromIjk(ijk, { voxelSize: size, origin });
  using network = edgeNetwork(grid);
  const corners = network.vertices.data.readSync();
  CORNERS.flat().forEach((one, at) => {
    const exact = size * ([-3.5, 1.5, 6.5][at % 3] ?? NaN) + one * size;
    const offset = (corners[at] ?? NaN) - (origin[at % 3] ?? NaN);
    assert(Math.abs(offset - exact) < 1e-6 * size, `${offset}, ${exact} expected`);
  });
  const message = `dtype is "u8", f16, f32 or f64 expected`;
  assertThrows(() => edgeNetwork(grid, { dtype: "u8" as "f32" }), TypeError, message);
});

eachBackend("edgeNetwork() of empty batches is empty", (context) => {
  for (const lists of [[], [new Int32Array(0), new Int32Array(0)]]) {
    using list = jaggedFromList(lists, { context, dtype: "i32", shape: [3] });
    using grid = gridFromIjk(list);
    using network = edgeNetwork(grid);
    assertEquals([network.vertices.data.shape, network.vertices.length], [[0, 3], lists.length]);
    assertEquals([network.edges.data.shape, network.edges.length], [[0, 2], lists.length]);
  }
});

eachBackend("edgeNetwork() is disposed with its parts", (context) => {
  const grid = buildBatch(context);
  const network = edgeNetwork(grid);
  assertEquals(network.disposed, false);
  network.dispose();
  network.dispose();
  assertEquals([network.disposed, network.vertices.disposed, network.edges.disposed], [
    true,
    true,
    true,
  ]);
  grid.dispose();
});
