import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { gridFromZeroGrids } from "../../lib/grid/mod.ts";
import {
  type Context,
  type GridBatch,
  gridFromDense,
  gridFromIjk,
  jaggedFromList,
  marchingCubes,
  type Real,
  type Tensor,
  tensor,
} from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits, assertClose } from "../_compare.ts";
import {
  canonical,
  flatten,
  type Ijk,
  INT32_MAX,
  INT32_MIN,
  randomIjk,
  randomSource,
} from "../grid/_oracle.ts";
import { ARRAYS, type NumbersOf } from "./_fields.ts";
import { assertFaces, borderOf, drawSurface, type FieldGrid, pick, volumeOf } from "./_oracle.ts";

function numbersOf(list: BigInt64Array): number[] {
  return Array.from(list, Number);
}

for (const isoLevel of [0, 2.5]) {
  eachBackend(
    `marchingCubes() cuts a single cell at level ${isoLevel} as each of the 256 sets of corners demands`,
    (context) => {
      const size = [1, 2, 4] as const;
      const origin = [0.5, 0, -1] as const;
      using grid = gridFromDense({ context, dims: 2, voxelSize: size, origin });
      const list = [0, 1].flatMap((x) => [0, 1].flatMap((y) => [0, 1].map((z): Ijk => [x, y, z])));
      assertEquals(canonical(list), list);
      for (let inside = 0; inside < 256; inside++) {
        const numbers = Float64Array.from(
          list,
          (_, c) => isoLevel + (inside >> c & 1 ? -1 - c : 2),
        );
        using field = tensor(numbers, { context });
        using surface = marchingCubes(grid, field, { isoLevel });
        const expected = drawSurface(
          { list, size, origin },
          (row) => pick(numbers, row),
          isoLevel,
        );
        const positions = expected.vertices.flatMap(({ position }) => position);
        assertBits(surface.vertices.data.readSync(), Float64Array.from(positions));
        assertFaces(numbersOf(surface.faces.data.readSync()), expected);
      }
    },
  );
}

const SIDE = Array.from({ length: 18 }, (_, at) => at - 9);

/** Dense enough for many whole cells, across leaves, full or not, lower and upper nodes, at both ends of int32. */
const GRIDS: readonly FieldGrid[] = [
  { list: randomIjk(randomSource(1), 2500, -5, 5), size: [1, 1, 1], origin: [0, 0, 0] },
  { list: [], size: [1, 2, 3], origin: [7, 7, 7] },
  {
    list: [
      ...randomIjk(randomSource(2), 1500, 4092, 4099),
      ...randomIjk(randomSource(3), 300, 126, 129),
      ...randomIjk(randomSource(4), 60, INT32_MAX - 2, INT32_MAX),
      ...randomIjk(randomSource(5), 60, INT32_MIN, INT32_MIN + 2),
    ],
    size: [0.5, 0.25, 2],
    origin: [-3, 0.125, 10],
  },
  {
    list: SIDE.flatMap((x) => SIDE.flatMap((y) => SIDE.map((z): Ijk => [x, y, z]))),
    size: [1, 1, 1],
    origin: [0, 0, 0],
  },
];

function buildBatch(context: Context): GridBatch {
  const lists = GRIDS.map(({ list }) => flatten(list));
  using ijk = jaggedFromList(lists, { context, dtype: "i32", shape: [3] });
  const [voxelSize, origin] = [GRIDS.map(({ size }) => size), GRIDS.map((grid) => grid.origin)];
  return gridFromIjk(ijk, { voxelSize, origin });
}

/** Values around a level, some on it, a few that are not finite. */
function fieldValues<D extends Real>(dtype: D, count: number, isoLevel: number): NumbersOf<D> {
  const random = randomSource(9);
  const bad = [NaN, Infinity, -Infinity];
  const numbers = Array.from({ length: count }, () => {
    const kind = random();
    if (kind < 0.01) return pick(bad, Math.floor(random() * 3));
    return kind < 0.1 ? isoLevel : isoLevel + (random() - 0.6) * 4;
  });
  return new ARRAYS[dtype](numbers) as NumbersOf<D>;
}

for (const dtype of ["f16", "f32", "f64"] as const) {
  for (const isoLevel of [0, -1.375, 100]) {
    eachBackend(
      `marchingCubes() draws a batch of ${dtype} fields at level ${isoLevel} as the oracle does`,
      (context) => {
        using grid = buildBatch(context);
        const numbers = fieldValues(dtype, grid.numVoxels, isoLevel);
        using field = tensor(numbers, { context, shape: [grid.numVoxels, 1] });
        using surface = marchingCubes(grid, field as Tensor<typeof dtype>, { isoLevel });
        assertEquals([surface.isoLevel, surface.vertices.dtype], [isoLevel, "f64"]);
        const offsets = grid.offsets.subarray(0, -1);
        const expected = Array.from(offsets, Number).map((first, b) =>
          drawSurface(pick(GRIDS, b), (row) => pick(numbers, first + row), isoLevel, first)
        );
        const vertices = expected.flatMap((one) => one.vertices);
        assert(vertices.length > 1000, `${vertices.length} vertices`);
        const positions = Float64Array.from(vertices.flatMap(({ position }) => position));
        assertBits(surface.vertices.data.readSync(), positions);
        for (const asked of ["f16", "f32", "f64"] as const) {
          using rounded = marchingCubes(grid, field as Tensor<Real>, { isoLevel, dtype: asked });
          assertBits(rounded.vertices.data.readSync(), new ARRAYS[asked](positions));
          assertEquals(rounded.ends.data.readSync(), surface.ends.data.readSync());
        }
        const ends = vertices.flatMap(({ low, high }) => [low, high]);
        assertEquals(numbersOf(surface.ends.data.readSync()), ends);
        assertEquals([...surface.ends.offsets], [...surface.vertices.offsets]);
        for (const [b, one] of expected.entries()) {
          using part = surface.faces.list(b);
          assertFaces(numbersOf(part.readSync()), one);
          using own = surface.vertices.list(b);
          assertEquals(own.shape, [one.vertices.length, 3]);
        }
      },
    );
  }
}

eachBackend("marchingCubes() draws no more than whole cells: nothing, or one voxel", (context) => {
  using none = tensor(new Int32Array(0), { context, shape: [0, 3] });
  using one = tensor(new Int32Array([1, 2, 3]), { context, shape: [1, 3] });
  using noGrids = gridFromZeroGrids({ context });
  using noVoxels = gridFromIjk(none);
  using lone = gridFromIjk(one);
  using flat = gridFromDense({ context, dims: [4, 4, 1] });
  using block = gridFromDense({ context, dims: 4 });
  for (const grid of [noGrids, noVoxels, lone, flat, block]) {
    // The block is whole, but has one sign.
    const numbers = Float32Array.from(
      { length: grid.numVoxels },
      (_, row) => grid === block ? -row - 1 : row - 0.5,
    );
    using field = tensor(numbers, { context });
    using surface = marchingCubes(grid, field);
    assertEquals(surface.vertices.data.shape, [0, 3]);
    assertEquals(surface.faces.data.shape, [0, 3]);
    assertEquals(surface.ends.data.shape, [0, 2]);
    assertEquals([surface.vertices.length, surface.faces.length], [
      grid.gridCount,
      grid.gridCount,
    ]);
  }
});

/** A block of voxels around the origin with values of their places. */
function block(
  context: Context,
  { side, voxelSize, value }: {
    readonly side: number;
    readonly voxelSize: number;
    readonly value: (x: number, y: number, z: number) => number;
  },
): { readonly grid: GridBatch; readonly field: Tensor<"f64"> } {
  const low = -Math.floor(side / 2);
  const grid = gridFromDense({ context, dims: side, ijkMin: low, voxelSize });
  const steps = Array.from({ length: side }, (_, n) => n + low);
  const list = steps.flatMap((i) => steps.flatMap((j) => steps.map((k): Ijk => [i, j, k])));
  const numbers = Float64Array.from(
    canonical(list),
    ([i, j, k]) => value(i * voxelSize, j * voxelSize, k * voxelSize),
  );
  return { grid, field: tensor(numbers, { context }) };
}

for (const scale of [1, 1e-6, 1e9]) {
  eachBackend(
    `marchingCubes() draws a closed sphere whose units are ${scale} meters`,
    (context) => {
      const voxelSize = scale / 24;
      const radius = 0.4 * scale;
      const value = (x: number, y: number, z: number): number => Math.hypot(x, y, z) - radius;
      const { grid, field } = block(context, { side: 27, voxelSize, value });
      using _grid = grid;
      using _field = field;
      for (const isoLevel of [0, 0.05 * scale, -0.2 * scale]) {
        using surface = marchingCubes(grid, field, { isoLevel });
        const vertices = surface.vertices.data.readSync();
        const faces = numbersOf(surface.faces.data.readSync());
        assertEquals(borderOf(faces), []);
        const drawn = radius + isoLevel;
        const radii = Array.from(
          { length: vertices.length / 3 },
          (_, v) => Math.hypot(...vertices.subarray(v * 3, v * 3 + 3)),
        );
        // Along an edge of length s, a distance differs from its chord by at most s^2 / (8 r).
        const bound = voxelSize ** 2 / (8 * (drawn - voxelSize));
        assert(radii.every((r) => r <= drawn + 1e-9 * scale && r >= drawn - bound), "radii");
        const [v, f] = [vertices.length / 3, faces.length / 3];
        assertEquals(v - f / 2, 2); // a closed triangle mesh has 3 f / 2 edges; Euler
        const volume = 4 / 3 * Math.PI * drawn ** 3;
        assertClose([volumeOf(vertices, faces)], [volume], { relative: 0.03 });
      }
    },
  );
}

eachBackend("marchingCubes() closes any field whose border is outside", (context) => {
  const side = 6;
  const inner = (side - 2) ** 3;
  const cells = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), {
    minLength: inner,
    maxLength: inner,
  });
  fc.assert(
    fc.property(cells, (numbers) => {
      let at = 0;
      const value = (...place: readonly number[]): number =>
        place.every((one) => one > -3 && one < 2) ? numbers[at++] ?? NaN : 2;
      const { grid, field } = block(context, { side, voxelSize: 1, value });
      using _grid = grid;
      using _field = field;
      using surface = marchingCubes(grid, field);
      const faces = numbersOf(surface.faces.data.readSync());
      assertEquals(borderOf(faces), []);
      assert(volumeOf(surface.vertices.data.readSync(), faces) >= 0);
      assertEquals(faces.length === 0, numbers.every((one) => one >= 0));
    }),
    { numRuns: 40 },
  );
});

eachBackend("marchingCubes() draws between values as large as doubles are", (context) => {
  using grid = gridFromDense({ context, dims: 2 });
  const most = Number.MAX_VALUE;
  using field = tensor(new Float64Array([-most, ...Array<number>(7).fill(most)]), { context });
  using surface = marchingCubes(grid, field);
  assertEquals([...surface.vertices.data.readSync()], [0.5, 0, 0, 0, 0.5, 0, 0, 0, 0.5]);
});

eachBackend("marchingCubes() rejects what does not fit", (context) => {
  using grid = gridFromDense({ context, dims: 2 });
  const start = "Cannot run marchingCubes: ";
  const message = (field: Tensor, kind: typeof RangeError, isoLevel = 0): string =>
    assertThrows(() => marchingCubes(grid, field as Tensor<"f32">, { isoLevel }), kind).message;
  using seven = tensor(new Float32Array(7), { context });
  using pairs = tensor(new Float32Array(16), { context, shape: [8, 2] });
  using cube = tensor(new Float32Array(8), { context, shape: [8, 1, 1] });
  using ints = tensor(new Int32Array(8), { context });
  using field = tensor(new Float32Array(8), { context });
  assertEquals(message(seven, RangeError), `${start}field shape is [7], [8] expected`);
  assertEquals(message(pairs, RangeError), `${start}field shape is [8, 2], [8] expected`);
  assertEquals(message(cube, RangeError), `${start}field shape is [8, 1, 1], [8] expected`);
  assertEquals(message(ints, TypeError), `${start}field is i32, f16, f32 or f64 expected`);
  assertEquals(
    message(field, RangeError, NaN),
    `${start}isoLevel is NaN, a finite number expected`,
  );
  assertEquals(
    message(field, RangeError, Infinity),
    `${start}isoLevel is Infinity, a finite number expected`,
  );
  assertEquals(
    assertThrows(() => marchingCubes(grid, field, { dtype: "i32" as "f32" }), TypeError).message,
    `${start}dtype is "i32", f16, f32 or f64 expected`,
  );
});
