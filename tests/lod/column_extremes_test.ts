import { assertEquals, assertThrows } from "@std/assert";
import { columnExtremes } from "../../lib/lod/mod.ts";
import { tensor } from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";

eachBackend("columnExtremes() finds the least and the greatest of every type", (context) => {
  const random = new Random(9);
  const [rows, columns] = [2500, 3];
  const shape = [rows, columns];
  const whole = (low: number, span: number): number[] =>
    Array.from({ length: rows * columns }, () => low + Math.floor(random.number() * span));
  const reals = Array.from({ length: rows * columns }, () => (random.number() - 0.5) * 1e9);
  const all = [
    tensor(Uint8Array.from(whole(0, 256)), { context, shape }),
    tensor(Uint16Array.from(whole(0, 65536)), { context, shape, dtype: "u16" }),
    tensor(Int16Array.from(whole(-32768, 65536)), { context, shape }),
    tensor(Int32Array.from(whole(-(2 ** 31), 2 ** 32)), { context, shape }),
    tensor(Float32Array.from(reals), { context, shape }),
    tensor(Float64Array.from(reals), { context, shape }),
  ];
  for (using values of all) {
    const numbers = [...values.readSync()];
    const column = (axis: number): number[] => numbers.filter((_, at) => at % columns === axis);
    const { min, max } = columnExtremes(values);
    assertEquals([...min], [0, 1, 2].map((axis) => Math.min(...column(axis))), values.dtype);
    assertEquals([...max], [0, 1, 2].map((axis) => Math.max(...column(axis))), values.dtype);
  }
});

eachBackend("columnExtremes() of few and many columns, whose rows come in shares", (context) => {
  const random = new Random(10);
  for (
    const [rows, columns] of [[1, 1], [70_001, 1], [40_003, 2], [1025, 5], [3000, 96], [2049, 97]]
  ) {
    const [n = 0, width = 0] = [rows, columns];
    const numbers = Int16Array.from({ length: n * width }, () => 60_000 * (random.number() - 0.5));
    using values = tensor(numbers, { context, shape: [n, width] });
    const min = new Array<number>(width).fill(Infinity);
    const max = new Array<number>(width).fill(-Infinity);
    numbers.forEach((value, at) => {
      min[at % width] = Math.min(min[at % width] ?? 0, value);
      max[at % width] = Math.max(max[at % width] ?? 0, value);
    });
    const found = columnExtremes(values);
    assertEquals([...found.min], min, `${n} x ${width}`);
    assertEquals([...found.max], max, `${n} x ${width}`);
  }
});

eachBackend("columnExtremes() of NaN, signs, infinities and nothing", (context) => {
  const of = (numbers: number[], shape: number[]): number[] => {
    using values = tensor(Float64Array.from(numbers), { context, shape, dtype: "f64" });
    const { min, max } = columnExtremes(values);
    return [...min, ...max];
  };
  assertEquals(of([NaN, 3, 1, NaN, -2, NaN], [3, 2]), [-2, 3, 1, 3]);
  assertEquals(of([NaN, NaN], [2]), [0, 0]);
  assertEquals(of([], [0, 2]), [0, 0, 0, 0]);
  assertEquals(of([-Infinity, 5, Infinity], [3]), [-Infinity, Infinity]);
  assertEquals(of([0, -0], [2]), [-0, 0]);
  assertEquals(of([-1e-300, -3], [2]), [-3, -1e-300]);
  using long = tensor(BigInt64Array.of(1n), { context });
  assertThrows(() => columnExtremes(long), TypeError, "values is i64");
  using cube = tensor(new Float32Array(8), { context, shape: [2, 2, 2] });
  assertThrows(() => columnExtremes(cube), RangeError, "values shape is [2,2,2]");
  using thin = tensor(new Float32Array(0), { context, shape: [2, 0] });
  assertThrows(() => columnExtremes(thin), RangeError, "1 to 4096 columns expected");
});
