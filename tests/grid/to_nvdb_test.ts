import { assert, assertEquals, assertRejects } from "@std/assert";
import {
  gridFromNvdb,
  gridFromZeroGrids,
  gridJaggedLike,
  gridToNvdb,
  type GridToNvdbOptions,
} from "../../lib/grid/mod.ts";
import { type DType, gridIjk, Tensor, tensor } from "../../mod.ts";
import { encodeNvdb, nvdbFeatures, nvdbIjk, readNvdb } from "../../lib/io/mod.ts";
import { asType } from "../../lib/jagged/mod.ts";
import { eachBackend } from "../_backends.ts";
import { build } from "./_grids.ts";
import { type Ijk, randomIjk, randomSource } from "./_oracle.ts";

/** Three grids of which one has no voxels. */
const LISTS: readonly (readonly Ijk[])[] = [
  randomIjk(randomSource(3), 70, -40, 40),
  [],
  randomIjk(randomSource(4), 31, -5000, 5000),
];

const TRANSFORMS = {
  voxelSize: [[0.5, 0.5, 0.5], [1, 1, 1], [0.1, 0.2, 0.3]],
  origin: [[1, 2, 3], [0, 0, 0], [-4, 0, 1e6]],
} as const;

const TYPES: readonly (readonly [DType, readonly number[], string])[] = [
  ["f32", [], "float"],
  ["f32", [1], "float"],
  ["f32", [3], "vec3f"],
  ["f32", [4], "vec4f"],
  ["f64", [], "double"],
  ["f64", [3], "vec3d"],
  ["f64", [4], "vec4d"],
  ["f16", [3], "vec3f"],
  ["bf16", [], "float"],
  ["i16", [], "int16"],
  ["i32", [], "int32"],
  ["i64", [], "int64"],
  ["u16", [], "int32"],
  ["u8", [], "uint8"],
  ["bool", [], "bool"],
];

for (const [dtype, channels, type] of TYPES) {
  const title = `${dtype} [${["voxels", ...channels]}]`;
  eachBackend(`gridToNvdb() and gridFromNvdb() keep ${title}`, async (context) => {
    using grid = build(context, LISTS, TRANSFORMS);
    const width = channels.reduce((product, one) => product * one, 1);
    const random = randomSource(9);
    const most = dtype === "bool" ? 2 : 200;
    const numbers = Float64Array.from(
      { length: grid.numVoxels * width },
      () => Math.floor(random() * most),
    );
    using wide = tensor(numbers, { context, shape: [grid.numVoxels, ...channels] });
    using values = asType(wide, dtype);
    using lists = gridJaggedLike(grid, values);
    const names = ["one", "two", "three"];
    for (const given of [values, lists]) {
      const made = await gridToNvdb(grid, { values: given, names, fill: 1 });
      const read = readNvdb(encodeNvdb(made));
      assertEquals(read.map((one) => [one.name, one.type]), names.map((name) => [name, type]));
      assertEquals(Array.from(read[0]?.background ?? [], Number), Array(width).fill(1));
      using again = gridFromNvdb(read, { context });
      assertEquals(again.grid.offsets, grid.offsets);
      assertEquals(again.grid.voxelSizes, grid.voxelSizes);
      assertEquals(again.grid.origins, grid.origins);
      using places = gridIjk(grid);
      using same = gridIjk(again.grid);
      assertEquals(same.data.readSync(), places.data.readSync());
      const back = Array.from<number | bigint, number>(again.values.readSync(), Number);
      assertEquals(back, [...numbers]);
    }
  });
}

eachBackend("gridToNvdb() writes columns of any shape", async (context) => {
  using grid = build(context, LISTS, TRANSFORMS);
  const { numVoxels } = grid;
  const random = randomSource(1);
  const wide = Float32Array.from({ length: numVoxels * 6 }, () => random());
  using deep = tensor(wide, { context, shape: [numVoxels, 2, 3] });
  using count = tensor(Uint16Array.from({ length: numVoxels }, (_, n) => 300 * n % 65536), {
    context,
    dtype: "u16",
  });
  const grids = await gridToNvdb(grid, { columns: { deep, count } });
  const read = readNvdb(encodeNvdb(grids, { codec: "zip" }));
  using places = gridIjk(grid);
  const ijk = places.data.readSync();
  read.forEach((one, b) => {
    const [from, to] = [Number(grid.offsets[b]), Number(grid.offsets[b + 1])];
    assertEquals([one.type, one.name], ["onIndex", ""]);
    assertEquals(nvdbIjk(one.leaves), ijk.slice(3 * from, 3 * to));
    if (from === to) return;
    const [first, second] = nvdbFeatures(one);
    assertEquals([first?.name, first?.shape], ["deep", [6]]);
    assertEquals([...first?.values ?? []], [...wide.slice(6 * from, 6 * to)]);
    assertEquals([second?.name, second?.shape], ["count", []]);
    assertEquals([...second?.values ?? []], [...count.readSync().slice(from, to)]);
  });
  const plain = await gridToNvdb(grid);
  assertEquals(plain.map(({ type, columns }) => [type, columns]), Array(3).fill(["onIndex", []]));
  using none = gridFromZeroGrids({ context });
  assertEquals(await gridToNvdb(none), []);
});

eachBackend("gridToNvdb() makes level sets", async (context) => {
  const near: Ijk[] = [];
  for (let at = 0; at < 19 ** 3; at++) {
    const place: Ijk = [at % 19 - 9, Math.floor(at / 19) % 19 - 9, Math.floor(at / 361) - 9];
    if (Math.abs(Math.hypot(...place) - 6) < 2) near.push(place);
  }
  using grid = build(context, [near], { voxelSize: 1 });
  using ijk = gridIjk(grid);
  const at = ijk.data.readSync();
  const distances = Float32Array.from(
    { length: grid.numVoxels },
    (_, row) => Math.hypot(...at.subarray(3 * row, 3 * row + 3)) - 6,
  );
  using values = tensor(distances, { context });
  const options = { values, gridClass: "levelSet", fill: 2 } as const;
  const [read] = readNvdb(encodeNvdb(await gridToNvdb(grid, options)));
  assertEquals([read?.gridClass, read?.type], ["levelSet", "float"]);
  assertEquals([...read?.values ?? []], [...distances]);
  assertEquals([...read?.background ?? []], [2]);
});

eachBackend("gridToNvdb() refuses what does not fit", async (context) => {
  using grid = build(context, LISTS, TRANSFORMS);
  const { numVoxels } = grid;
  using values = tensor(new Float32Array(numVoxels), { context });
  using short = tensor(new Float32Array(numVoxels - 1), { context });
  using five = tensor(new Float32Array(5 * numVoxels), { context, shape: [numVoxels, 5] });
  using triples = tensor(new Int32Array(3 * numVoxels), { context, shape: [numVoxels, 3] });
  using deep = tensor(new Float32Array(4 * numVoxels), { context, shape: [numVoxels, 2, 2] });
  using pairs = tensor(new Float64Array(2 * numVoxels), { context, shape: [numVoxels, 2] });
  using bytes = tensor(new Uint8Array(numVoxels), { context });
  const refused = async (options: GridToNvdbOptions, text: string): Promise<void> => {
    const error = await assertRejects(() => gridToNvdb(grid, options), Error, text);
    assertEquals(error instanceof RangeError || error instanceof TypeError, true);
  };
  await refused(
    { values: short },
    `[${numVoxels}, ...channels] in the lists of the voxels expected`,
  );
  await refused({ values: five }, "NanoVDB has no type for values f32 of shape");
  await refused({ values: five }, "give them as columns");
  await refused({ values: deep }, "give them as columns");
  await refused({ values: triples }, "or floats [voxels, 3] or [voxels, 4] expected");
  await refused({ columns: { triples } }, 'column "triples" is i32 of shape');
  await refused({ columns: { pairs } }, "1, 3 or 4 channels of f64 expected");
  await refused({ values, columns: { values } }, "values are given as well as columns");
  await refused({ values, names: ["one"] }, "there are 1 names, the batch has 3 grids");
  await refused({ columns: { short } }, "short shape is");
  await refused({ columns: 3 as never }, "columns are 3, an object with names expected");
  const missing = { empty: undefined } as never;
  await refused({ columns: missing }, "empty is missing, lists or a tensor expected");
  const names = "one" as unknown as string[];
  await refused({ values, names }, 'names is "one", a list expected');
  await refused({ values, names: ["a", 2 as never, "c"] }, "name 1 is 2, a text expected");
  await refused({ gridClass: "fogVolume" }, "gridClass is given without values");
  await refused({ columns: { values }, fill: 1 }, "fill is given without values");
  const odd = "levelset" as "levelSet";
  await refused({ values, gridClass: odd }, "unknown, levelSet or fogVolume expected");
  await refused(
    { values: bytes, gridClass: "levelSet" },
    "of type uint8, float or double expected",
  );
  await assertRejects(
    () => gridToNvdb(values as never, { values }),
    TypeError,
    "the grid is a Tensor, a GridBatch expected",
  );
});

eachBackend(
  "gridToNvdb() refuses a fill value that the type of the values does not hold",
  async (context) => {
    using grid = build(context, LISTS, TRANSFORMS);
    using wide = tensor(new Float64Array(grid.numVoxels), { context });
    const cases: readonly (readonly [DType, unknown])[] = [
      ["i32", 3e9],
      ["i32", 0.5],
      ["u16", -(2 ** 31) - 1],
      ["u8", 300],
      ["bool", 2],
      ["f32", 1e39],
      ["f16", -1e39],
      ["i64", 0.5],
      ["i64", 2n ** 63n],
      ["f32", "x"],
      ["i64", true],
      ["f64", null],
    ];
    for (const [dtype, fill] of cases) {
      using values = asType(wide, dtype);
      const error = await assertRejects(
        () => gridToNvdb(grid, { values, fill: fill as number }),
        typeof fill === "number" || typeof fill === "bigint" ? RangeError : TypeError,
        "Cannot run gridToNvdb: fill is ",
      );
      assertEquals(error.message.endsWith("expected"), true, error.message);
    }
    for (
      const [dtype, fill] of [
        ["i64", 2n ** 63n - 1n],
        ["f32", Infinity],
        ["f32", NaN],
        ["f64", 1e39],
        ["u16", -1],
      ] as const
    ) {
      using values = asType(wide, dtype);
      const [made] = await gridToNvdb(grid, { values, fill });
      assertEquals(made?.background?.[0], fill, dtype);
    }
  },
);

eachBackend("gridToNvdb() writes the columns that a file holds and no others", async (context) => {
  using grid = build(context, [[[1, 2, 3], [-9, 0, 4]]]);
  // What the encoder takes by the numbers of the types of NanoVDB, from which it finds its own rule.
  const held: Readonly<Partial<Record<DType, readonly number[]>>> = {
    f16: [1, 2, 3, 4, 5],
    bf16: [1, 2, 3, 4, 5],
    f32: [1, 2, 3, 4, 5],
    f64: [1, 3, 4],
    u8: [1, 3, 4],
    bool: [1, 3, 4],
    i16: [1],
    i32: [1],
    i64: [1],
    u16: [1],
  };
  for (const [dtype, channels] of Object.entries(held)) {
    for (const width of [0, 1, 2, 3, 4, 5]) {
      using wide = tensor(new Float64Array(2 * width), { context, shape: [2, width] });
      using column = asType(wide, dtype as DType);
      const write = async (): Promise<Uint8Array> =>
        encodeNvdb(await gridToNvdb(grid, { columns: { column } }));
      if (channels.includes(width)) await write();
      else await assertRejects(write, RangeError, "Cannot run gridToNvdb: column");
    }
  }
});

eachBackend(
  "gridToNvdb() leaves no failed copy behind while another one goes on",
  async (context) => {
    using grid = build(context, [[[1, 2, 3], [-9, 0, 4]]]);
    using values = tensor(new Float32Array(grid.numVoxels), { context });
    const failure = new Error("the copy failed");
    Object.defineProperty(values, "read", { value: () => Promise.reject(failure) });
    const own = Object.getOwnPropertyDescriptor(Tensor.prototype, "read");
    assert(own !== undefined);
    let [begun, ended] = [0, 0];
    // Later than any error that is not held back.
    const late = async function (this: Tensor): Promise<unknown> {
      begun++;
      const numbers: unknown = await Reflect.apply(own.value, this, []);
      await new Promise((resolve) => setTimeout(resolve, 20));
      ended++;
      return numbers;
    };
    Object.defineProperty(Tensor.prototype, "read", { ...own, value: late });
    try {
      const error = await assertRejects(() => gridToNvdb(grid, { values }));
      assertEquals(error, failure);
      assertEquals([begun, ended], [1, 1]);
    } finally {
      Object.defineProperty(Tensor.prototype, "read", own);
    }
  },
);
