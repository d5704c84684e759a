import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import {
  add,
  divide,
  floorDivide,
  fmod,
  multiply,
  power,
  remainder,
  subtract,
} from "../../lib/jagged/mod.ts";
import { type DType, jagged, JaggedTensor, type Tensor, tensor } from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits, assertClose } from "../_compare.ts";
import { type Binary, checkBinaryRefusals, held, readNumbers } from "./_elements.ts";
import { makeLists, numbersOf } from "./_lists.ts";

const OPERATORS: Readonly<Record<string, Binary>> = {
  add,
  subtract,
  multiply,
  divide,
  floorDivide,
  remainder,
  fmod,
  power,
};

/** The type that two types make, as the documentation says. */
const JOINED: Readonly<Record<string, DType>> = {
  "bool bool": "u8",
  "bool u8": "u8",
  "u8 i32": "i32",
  "bool i64": "i64",
  "i32 i64": "i64",
  "i64 f16": "f16",
  "u8 bf16": "bf16",
  "f16 bf16": "f32",
  "f16 f16": "f16",
  "bf16 f32": "f32",
  "i32 f64": "f64",
  "f32 f64": "f64",
  "i64 f32": "f32",
  "u8 i16": "i16",
  "u8 u16": "u16",
  "i16 i16": "i16",
  "u16 i16": "i32",
  "u16 i32": "i32",
  "u16 bf16": "bf16",
  "i16 f16": "f16",
};

eachBackend("add(), subtract() and multiply() join types and round once", (context) => {
  const random = new Random(1);
  const plain: readonly (readonly [Binary, (a: number, b: number) => number])[] = [
    [add, (a, b) => a + b],
    [subtract, (a, b) => a - b],
    [multiply, (a, b) => a * b],
  ];
  for (const [pair, dtype] of Object.entries(JOINED)) {
    const [left, right] = pair.split(" ") as [DType, DType];
    const draw = (of: DType): number[] =>
      Array.from(
        { length: 50 },
        () =>
          of === "bool" || of.startsWith("u")
            ? random.integer(0, of === "bool" ? 1 : of === "u8" ? 255 : 65535)
            : of.startsWith("i")
            ? random.integer(-300, 300)
            : random.number(-9, 9) * 2 ** random.integer(-3, 3),
      );
    const [x, y] = [held(context, left, draw(left)), held(context, right, draw(right))];
    using a = tensor(x, { context, dtype: left });
    using b = tensor(y, { context, dtype: right });
    for (const [run, definition] of plain) {
      for (const swapped of [false, true]) {
        using result = swapped ? run(b, a) : run(a, b);
        const expected = x.map((number, at) =>
          swapped ? definition(y[at] ?? NaN, number) : definition(number, y[at] ?? NaN)
        );
        assertEquals(result.dtype, dtype);
        assertEquals(readNumbers(result), held(context, dtype, expected));
      }
    }
  }
});

eachBackend("add() finds its type where a number takes part", (context) => {
  const cases: readonly (readonly [DType, number | bigint | boolean, DType])[] = [
    ["u8", 1, "u8"],
    ["u8", 1n, "u8"],
    ["u8", 0.5, "f32"],
    ["i64", 0.5, "f32"],
    ["bool", 2, "i64"],
    ["bool", true, "u8"],
    ["f16", 0.5, "f16"],
    ["bf16", 2n, "bf16"],
    ["f64", 0.1, "f64"],
    ["f32", 0.1, "f32"],
  ];
  for (const [dtype, scalar, result] of cases) {
    using a = tensor([1, 0], { context, dtype });
    using sum = add(a, scalar);
    using same = add(scalar, a);
    const expected = [1 + Number(scalar), Number(scalar)];
    assertEquals([sum.dtype, same.dtype], [result, result]);
    assertEquals(readNumbers(sum), held(context, result, expected));
    assertEquals(readNumbers(same), readNumbers(sum));
  }
  using floats = tensor([1], { context });
  const typed: Tensor<"f32"> = add(floats, 1);
  typed.dispose();
});

eachBackend("integers wrap around", (context) => {
  using i32 = tensor(Int32Array.of(2 ** 31 - 1), { context });
  using u8 = tensor(Uint8Array.of(250), { context });
  using i64 = tensor(BigInt64Array.of(2n ** 63n - 1n), { context });
  using a = add(i32, 1);
  using b = add(u8, 10);
  using c = multiply(i64, 2);
  using d = subtract(u8, 251);
  assertEquals([...numbersOf(a), ...numbersOf(b)], [-(2 ** 31), 4]);
  assertEquals([...numbersOf(c), ...numbersOf(d)], [-2n, 255]);
});

eachBackend("divide() gives the nearest float", (context) => {
  const random = new Random(2);
  const [x, y] = [random.floats(500, -9, 9), random.floats(500, -9, 9)];
  using a = tensor(x, { context });
  using b = tensor(y, { context });
  using quotient = divide(a, b);
  assertBits(quotient.readSync(), x.map((number, at) => number / (y[at] ?? NaN)));
  using longs = tensor(BigInt64Array.of(2n ** 53n + 1n, 1n, -1n, 0n), { context });
  using divisors = tensor(BigInt64Array.of(3n, 0n, 0n, 0n), { context });
  using thirds: Tensor<"f32"> = divide(longs, divisors);
  assertBits(thirds.readSync(), Float32Array.of(2 ** 53 / 3, Infinity, -Infinity, NaN));
});

/** Python's floor division and remainder of whole numbers; x / 0 is 0 and leaves x. */
function floorParts(x: bigint, y: bigint): [bigint, bigint] {
  if (y === 0n) return [0n, x];
  const [quotient, rest] = [x / y, x % y];
  return rest !== 0n && (rest < 0n) !== (y < 0n) ? [quotient - 1n, rest + y] : [quotient, rest];
}

eachBackend("floorDivide(), remainder(), fmod() and power() of integers", (context) => {
  const least = -(2n ** 63n);
  const number = fc.oneof(
    fc.bigInt({ min: -9n, max: 9n }),
    fc.bigInt({ min: least, max: 2n ** 63n - 1n }),
    fc.constantFrom(least, 2n ** 63n - 1n, -1n, 0n),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(number, number), { minLength: 1, maxLength: 40 }), (pairs) => {
      using a = tensor(BigInt64Array.from(pairs, ([x]) => x), { context });
      using b = tensor(BigInt64Array.from(pairs, ([, y]) => y), { context });
      using quotient = floorDivide(a, b);
      using rest = remainder(a, b);
      using truncated = fmod(a, b);
      const wrap = (value: bigint): bigint => BigInt.asIntN(64, value);
      assertEquals(numbersOf(quotient), pairs.map(([x, y]) => wrap(floorParts(x, y)[0])));
      assertEquals(numbersOf(rest), pairs.map(([x, y]) => floorParts(x, y)[1]));
      assertEquals(numbersOf(truncated), pairs.map(([x, y]) => y === 0n ? x : x % y));
    }),
    { seed: 3, numRuns: 60 },
  );
  using bases = tensor(BigInt64Array.of(2n, -3n, 3n, 1n, -1n, -1n, 0n, 0n, 2n), { context });
  using powers = tensor(BigInt64Array.of(62n, 3n, 41n, -5n, -5n, -4n, 0n, -1n, -1n), { context });
  using raised = power(bases, powers);
  const wrapped = BigInt.asIntN(64, 3n ** 41n);
  assertEquals(numbersOf(raised), [2n ** 62n, -27n, wrapped, 1n, -1n, 1n, 1n, 0n, 0n]);
});

eachBackend("floorDivide(), remainder() and fmod() of floats", (context) => {
  const x = [7, -7, 7, -7, 0.75, -0.75, 6, -6, 1, -1, 0, Infinity, 5, NaN];
  const y = [2, 2, -2, -2, 0.5, 0.5, 3, 3, 0, 0, 0, 2, Infinity, 1];
  for (const dtype of ["f32", "f64"] as const) {
    using a = tensor(x, { context, dtype });
    using b = tensor(y, { context, dtype });
    using quotient = floorDivide(a, b);
    using rest = remainder(a, b);
    using truncated = fmod(a, b);
    assertEquals(
      readNumbers(quotient),
      [3, -4, -4, 3, 1, -2, 2, -2, Infinity, -Infinity, NaN, NaN, 0, NaN],
    );
    assertEquals(readNumbers(rest), [1, 1, -1, -1, 0.25, 0.25, 0, 0, NaN, NaN, NaN, NaN, 5, NaN]);
    assertEquals(
      readNumbers(truncated),
      [1, -1, 1, -1, 0.25, -0.25, 0, -0, NaN, NaN, NaN, NaN, 5, NaN],
    );
  }
});

eachBackend("power() of floats", (context) => {
  const random = new Random(4);
  const [x, y] = [random.floats(200, 0, 9), random.floats(200, -4, 4)];
  for (const [dtype, relative] of [["f32", 2e-6], ["f64", 1e-14]] as const) {
    using a = tensor(x, { context, dtype });
    using b = tensor(y, { context, dtype });
    using raised = power(a, b);
    assertClose(readNumbers(raised), [...x].map((base, at) => base ** (y[at] ?? NaN)), {
      relative,
    });
  }
});

eachBackend("operands repeat along axes that they lack", (context) => {
  const extent = fc.constantFrom(1, 2, 3);
  const shapes = fc.tuple(
    fc.array(extent, { maxLength: 4 }),
    fc.array(fc.tuple(extent, fc.boolean()), { maxLength: 4 }),
    fc.constantFrom(1, 3, 4),
    fc.boolean(),
  );
  fc.assert(
    fc.property(shapes, ([element, thin, rows, listed]) => {
      // The second operand has the extents of the first from the last axis, or 1.
      const depth = Math.min(thin.length, element.length);
      const other = element.slice(element.length - depth).map((size, at) =>
        thin[at]?.[1] ? 1 : size
      );
      const shape = [rows, ...element];
      const second = listed ? [rows, ...other] : other;
      const size = (of: readonly number[]): number => of.reduce((product, n) => product * n, 1);
      const x = Array.from({ length: size(shape) }, (_, at) => at);
      const y = Array.from({ length: size(second) }, (_, at) => 1000 * at);
      const lengths = [1, 0, rows - 1];
      using a = makeLists(context, "i32", lengths, x, element);
      using flat = tensor(y, { context, dtype: "i32", shape: second });
      using lists = listed ? jagged(flat, { offsets: a.offsets }) : undefined;
      using sum = add(a, lists ?? flat);
      const pick = (at: number): number => {
        let rest = at;
        const place = shape.toReversed().map((n) => {
          const digit = rest % n;
          rest = Math.floor(rest / n);
          return digit;
        }).toReversed();
        const inner = place.slice(place.length - depth);
        return (listed ? [place[0] ?? 0, ...inner] : inner).reduce((sum, digit, axis) => {
          const size = second[axis] ?? 1;
          return sum * size + (size === 1 ? 0 : digit);
        }, 0);
      };
      assertEquals([sum.data.shape, [...sum.offsets]], [shape, [...a.offsets]]);
      assertEquals(numbersOf(sum), x.map((value, at) => value + (y[pick(at)] ?? NaN)));
    }),
    { seed: 5, numRuns: 150 },
  );
});

eachBackend("operands repeat over more elements than are computed at a time", (context) => {
  const shapes: readonly (readonly [number[], number[]])[] = [
    [[700, 3], [3]],
    [[700, 3], [700, 1]],
    [[3, 1, 900], [3, 5, 1]],
    [[1, 7, 300], [9, 1, 300]],
    [[2, 600], [1, 1]],
    [[5000], [1]],
  ];
  for (const [first, second] of shapes) {
    const make = (shape: number[], scale: number): Tensor<"i32"> => {
      const size = shape.reduce((product, extent) => product * extent, 1);
      const values = Int32Array.from({ length: size }, (_, at) => scale * (at + 1));
      return tensor(values, { context, shape });
    };
    using a = make(first, 1);
    using b = make(second, 10_000);
    using sum = add(a, b);
    const shape = first.map((extent, axis) =>
      Math.max(extent, second.toReversed()[first.length - 1 - axis] ?? 1)
    );
    assertEquals(sum.shape, shape);
    const pick = (of: number[], place: number[]): number =>
      of.reduce((at, extent, axis) => {
        const digit = place[place.length - of.length + axis] ?? 0;
        return at * extent + (extent === 1 ? 0 : digit);
      }, 0) + 1;
    const expected = Int32Array.from({ length: sum.length }, (_, at) => {
      let rest = at;
      const place = shape.toReversed().map((extent) => {
        const digit = rest % extent;
        rest = Math.floor(rest / extent);
        return digit;
      }).toReversed();
      return pick(first, place) + 10_000 * pick(second, place);
    });
    assertBits(sum.readSync() as Int32Array, expected);
  }
});

eachBackend("operands may be tensors alone, and both may repeat", (context) => {
  using column = tensor([1, 2, 3], { context, shape: [3, 1] });
  using row = tensor([10, 20], { context, shape: [2] });
  using sum = add(column, row);
  assertEquals([sum.shape, [...sum.readSync()]], [[3, 2], [11, 21, 12, 22, 13, 23]]);
  using scalar = tensor([5], { context, shape: [] });
  using more = add(scalar, scalar);
  assertEquals([more.shape, [...more.readSync()]], [[], [10]]);
  using lists = makeLists(context, "f32", [1, 2], [1, 2, 3]);
  using rows = add(lists, lists.data);
  assertEquals(rows instanceof JaggedTensor, true);
  assertEquals([...rows.data.readSync()], [2, 4, 6]);
});

eachBackend("results stay in outer lists", (context) => {
  using flat = makeLists(context, "f32", [1, 2], [1, 2, 3]);
  using lists = jagged(flat.data, { offsets: flat.offsets, outerOffsets: [0, 2] });
  using sum = add(lists, 1);
  assertEquals([...sum.outerOffsets ?? []], [0n, 2n]);
});

eachBackend("arithmetic on nothing gives nothing", (context) => {
  using lists = makeLists(context, "f32", [0, 0], [], [2]);
  using row = tensor([1, 2], { context });
  using sum = add(lists, row);
  assertEquals([sum.data.shape, sum.length], [[0, 2], 2]);
  using hollow = tensor([], { context, shape: [3, 0] });
  using product = multiply(hollow, 2);
  assertEquals(product.shape, [3, 0]);
});

eachBackend("numbers that integers cannot meet exactly are refused by name", (context) => {
  using whole = tensor(Int32Array.of(1), { context });
  for (const number of [1e20, 2 ** 53, -(2n ** 63n) - 1n]) {
    const written = typeof number === "bigint" ? `${number}n` : number;
    const error = assertThrows(() => add(whole, number), RangeError);
    assertEquals(
      error.message,
      `Cannot run add: b is ${written}, a number below 2^53 or a bigint of 64 bits expected`,
    );
  }
  using least = add(-(2n ** 63n), whole);
  assertEquals(readNumbers(least), [1]);
});

eachBackend("arithmetic refuses operands that do not fit", (context) => {
  for (const [operator, run] of Object.entries(OPERATORS)) {
    checkBinaryRefusals(context, operator, run);
  }
  const shape = [2, 1, 2, 1, 2, 1, 2, 1];
  using a = tensor(Array(16).fill(1), { context, shape });
  using b = a.reshape([1, 2, 1, 2, 1, 2, 1, 2]);
  assertThrows(() => add(a, b), RangeError, "8 axes repeat in different ways, 6 at most");
  using lists = makeLists(context, "f32", [1], [1]);
  using three = tensor([1, 2, 3], { context });
  assertThrows(() => add(lists, three), RangeError, "the shapes of a [1] and b [3] do not fit");
});
