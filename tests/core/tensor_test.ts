import { assert, assertEquals, assertRejects, assertStrictEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import {
  type Context,
  createBuffer,
  DisposedError,
  type DType,
  DTYPES,
  emptyTensor,
  fullTensor,
  move,
  Tensor,
  tensor,
  type TypedArrayOf,
} from "../../lib/core/mod.ts";
import { typedArray } from "../../lib/core/dtype.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits } from "../_compare.ts";

/** Values that each dtype holds exactly. */
function exactValues(dtype: DType, length: number): TypedArrayOf<DType> {
  const random = new Random(length + 1);
  const result = typedArray(dtype, length);
  for (let place = 0; place < length; place++) {
    if (result instanceof BigInt64Array) result[place] = (BigInt(random.bits()) << 31n) - 2n ** 62n;
    else if (dtype === "bool") result[place] = random.integer(0, 1);
    else if (["u8", "u16", "i16", "bf16"].includes(dtype)) result[place] = random.integer(0, 255);
    else if (dtype === "i32") result[place] = random.integer(-(2 ** 31), 2 ** 31 - 1);
    else result[place] = random.number(-100, 100);
  }
  return result;
}

eachBackend("a tensor of every dtype gives back its elements", async (context) => {
  for (const dtype of DTYPES) {
    for (const length of [0, 1, 3, 1000]) {
      const data = exactValues(dtype, length);
      using values = tensor(data, { context, dtype });
      assertEquals([values.dtype, values.shape, values.length], [dtype, [length], length]);
      assertEquals(values.byteLength, data.byteLength);
      assertBits(await values.read(), data);
      assertBits(values.readSync(), data);
      const target = typedArray(dtype, length);
      values.readInto(target);
      assertBits(target, data);
      values.write(typedArray(dtype, length));
      assertBits(values.readSync(), typedArray(dtype, length));
    }
  }
});

eachBackend("tensor() infers the dtype and converts to the one asked for", (context) => {
  using floats = tensor([1, 2.5], { context });
  const typed: Tensor<"f32"> = floats;
  assertBits(typed.readSync(), Float32Array.of(1, 2.5));
  using long = tensor(BigInt64Array.of(2n ** 62n), { context });
  const big: Tensor<"i64"> = long;
  assertEquals(big.readSync()[0], 2n ** 62n);
  using half = tensor(Float64Array.of(1 + 2 ** -11, 1 + 3 * 2 ** -11), { context, dtype: "f16" });
  assertBits(half.readSync(), Float16Array.of(1, 1 + 2 ** -9));
  using brief = tensor([1 + 2 ** -8 + 2 ** -30], { context, dtype: "bf16" });
  assertBits(brief.readSync(), Uint16Array.of(0x3f81));
  using flags = tensor([true, false, 1], { context, dtype: "bool" });
  assertBits(flags.readSync(), Uint8Array.of(1, 0, 1));
  assertThrows(() => tensor(new Uint16Array(1), { context }), TypeError);
  assertThrows(() => tensor([300], { context, dtype: "u8" }), RangeError, "element 0 is 300");
});

eachBackend("tensor() refuses shapes that do not fit the data", (context) => {
  const make = (shape: readonly number[]) => (): unknown =>
    tensor([1, 2, 3, 4], { context, shape });
  assertThrows(
    make([3]),
    RangeError,
    "Cannot make tensor: 4 elements given, shape [3] needs 3",
  );
  assertThrows(make([]), RangeError, "shape [] needs 1");
  for (const shape of [[-4], [4, -1], [NaN], [0.5], [2 ** 53], [2 ** 30, 2 ** 30]]) {
    assertThrows(make(shape), RangeError, "Cannot use shape");
  }
  using scalar = tensor([5], { context, shape: [] });
  assertEquals([scalar.length, scalar.shape, scalar.readSync()[0]], [1, [], 5]);
  using none = emptyTensor([3, 0], { context, dtype: "f64" });
  assertEquals([none.length, none.readSync().length], [0, 0]);
  using buffer = createBuffer(context, 8);
  assertThrows(() => new Tensor(buffer, "f32", [3]), RangeError, "8 bytes held, 12 needed");
});

eachBackend("a tensor's shape belongs to it", (context) => {
  const shape = [2, 2];
  using values = tensor([1, 2, 3, 4], { context, shape });
  shape[0] = 9;
  assertEquals(values.shape, [2, 2]);
  assert(Object.isFrozen(values.shape));
});

eachBackend("fill() and fullTensor() set every element, of every dtype", (context) => {
  const cases: readonly (readonly [DType, number | bigint | boolean, number | bigint])[] = [
    ["f32", 0.1, Math.fround(0.1)],
    ["f16", 65504, 65504],
    ["bf16", 1, 0x3f80],
    ["f64", -1e300, -1e300],
    ["i32", -(2 ** 31), -(2 ** 31)],
    ["i64", -(2n ** 63n), -(2n ** 63n)],
    ["u8", 255, 255],
    ["bool", true, 1],
  ];
  for (const [dtype, value, held] of cases) {
    using values = fullTensor([2, 3], value, { context, dtype });
    assertEquals([...values.readSync()], Array.from({ length: 6 }, () => held));
    values.fill(0);
    assertEquals([...values.readSync()].every((element) => Number(element) === 0), true);
  }
  assertThrows(() => fullTensor([2], 256, { context, dtype: "u8" }), RangeError);
});

eachBackend("write() and readInto() refuse arrays of another kind or length", (context) => {
  using values = tensor([1, 2], { context });
  const doubles = new Float64Array(2) as unknown as Float32Array<ArrayBuffer>;
  for (
    const [verb, use] of [
      ["write", (data: Float32Array<ArrayBuffer>): void => values.write(data)],
      ["read", (data: Float32Array<ArrayBuffer>): void => values.readInto(data)],
    ] as const
  ) {
    assertThrows(
      () => use(doubles),
      TypeError,
      `Cannot ${verb} tensor: a Float64Array given, a Float32Array needed`,
    );
    assertThrows(
      () => use(new Float32Array(3)),
      RangeError,
      `Cannot ${verb} tensor: 3 elements given, 2 needed`,
    );
  }
  values.write([7, 8n]);
  assertBits(values.readSync(), Float32Array.of(7, 8));
  using flags = tensor([0, 1], { context, dtype: "bool" });
  assertThrows(() => flags.write(Uint8Array.of(1, 2)), RangeError, "element 1 is 2");
});

eachBackend("slices share storage and outlive their parent", (context) => {
  const parent = tensor([0, 1, 2, 3, 4, 5], { context, shape: [3, 2] });
  using tail = parent.slice(1);
  using one = parent.slice(1, 2);
  using none = parent.slice(3);
  assertEquals([tail.shape, one.shape, none.shape], [[2, 2], [1, 2], [0, 2]]);
  one.fill(9);
  assertBits(tail.readSync(), Float32Array.of(9, 9, 4, 5));
  assertBits(parent.readSync(), Float32Array.of(0, 1, 9, 9, 4, 5));
  parent.dispose();
  assertBits(tail.readSync(), Float32Array.of(9, 9, 4, 5));
  tail.dispose();
  assertBits(one.readSync(), Float32Array.of(9, 9));
});

eachBackend("slice() refuses rows that are not there", (context) => {
  using values = tensor([1, 2, 3], { context });
  for (const [begin, end] of [[-1, 2], [0, 4], [2, 1], [0.5, 2], [NaN, 2], [0, NaN], [4, 4]]) {
    assertThrows(() => values.slice(begin ?? 0, end), RangeError, "Cannot slice tensor: rows [");
  }
  using scalar = tensor([1], { context, shape: [] });
  assertThrows(() => scalar.slice(0), RangeError, "Cannot slice tensor: it has no axes");
});

eachBackend("reshape() is a view and copy() is not", (context) => {
  using values = tensor([1, 2, 3, 4], { context });
  using square = values.reshape([2, 2]);
  using copy = values.copy();
  square.fill(0);
  assertBits(values.readSync(), new Float32Array(4));
  assertBits(copy.readSync(), Float32Array.of(1, 2, 3, 4));
  assertThrows(
    () => values.reshape([3]),
    RangeError,
    "Cannot reshape tensor: [3] does not have the elements of [4]",
  );
});

eachBackend("move() hands a tensor over", (context) => {
  const old = tensor([1, 2], { context });
  using fresh = move(old);
  assertEquals([old.disposed, fresh.disposed, fresh.shape], [true, false, [2]]);
  old.dispose();
  assertBits(fresh.readSync(), Float32Array.of(1, 2));
  const error = assertThrows(() => old.readSync(), DisposedError);
  assertEquals(error.message, "Cannot read tensor: it has been moved");
  assertThrows(() => move(old), DisposedError, "Cannot move tensor");
});

eachBackend("after dispose() every use names the operation", async (context) => {
  const values = tensor([1, 2], { context });
  values.dispose();
  values.dispose();
  values[Symbol.dispose]();
  assertEquals(values.disposed, true);
  const uses: readonly (readonly [string, () => unknown])[] = [
    ["read", (): unknown => values.readSync()],
    ["read", (): unknown => values.readInto(new Float32Array(2))],
    ["write", (): unknown => values.write([1, 2])],
    ["fill", (): unknown => values.fill(0)],
    ["copy", (): unknown => values.copy()],
    ["slice", (): unknown => values.slice(0)],
    ["reshape", (): unknown => values.reshape([2])],
    ["move", (): unknown => values.move()],
  ];
  for (const [verb, use] of uses) {
    const error = assertThrows(use, DisposedError);
    assertEquals(error.message, `Cannot ${verb} tensor: it has been disposed`);
    assertEquals(error.operator, `${verb} tensor`);
  }
  await assertRejects(() => values.read(), DisposedError, "Cannot read tensor");
});

eachBackend("a tensor says its dtype, shape and device", (context) => {
  const values = tensor(new Int32Array(6), { context, shape: [2, 3] });
  assertEquals(`${values}`, `Tensor i32 [2, 3] on ${context.device}`);
  values.dispose();
  assertEquals(`${values}`, "Tensor i32 [2, 3] disposed");
});

/** A history of views must see what a plain array would. */
function playViews(context: Context, cuts: readonly (readonly [number, number])[]): void {
  using root = tensor(Int32Array.from({ length: 60 }, (_, place) => place), { context });
  let expected = root.readSync();
  let view = root.slice(0);
  for (const [a, b] of cuts) {
    const [begin, end] = [Math.min(a, b) % (view.length + 1), Math.max(a, b) % (view.length + 1)];
    const [from, to] = [Math.min(begin, end), Math.max(begin, end)];
    const next = view.slice(from, to);
    view.dispose();
    view = next;
    expected = expected.slice(from, to);
    assertBits(view.readSync(), expected);
  }
  view.dispose();
}

eachBackend("slices of slices hold what slices of an array hold", (context) => {
  const cut = fc.tuple(fc.nat(60), fc.nat(60));
  fc.assert(fc.property(fc.array(cut, { maxLength: 6 }), (cuts) => playViews(context, cuts)), {
    seed: 2,
    numRuns: 100,
  });
});

eachBackend("every f32 array comes back bit for bit", (context) => {
  fc.assert(
    fc.property(fc.float32Array(), (data) => {
      using values = tensor(data, { context });
      assertBits(values.readSync(), Float32Array.from(data));
      assertStrictEquals(values.length, data.length);
    }),
    { seed: 3, numRuns: 100 },
  );
});
