import { assertEquals, assertThrows } from "@std/assert";
import {
  add,
  addInto,
  concat,
  concatInto,
  copyInto,
  divide,
  divideInto,
  multiply,
  multiplyInto,
  subtract,
  subtractInto,
} from "../../lib/jagged/mod.ts";
import { DisposedError, emptyTensor, jaggedFromList, type Tensor, tensor } from "../../mod.ts";
import { eachBackend, openAnother } from "../_backends.ts";
import { bitsOf, counted, TYPES } from "./_dense.ts";
import { readNumbers } from "./_elements.ts";

const PAIRS = { addInto: add, subtractInto: subtract, multiplyInto: multiply, divideInto: divide };
const INTO = { addInto, subtractInto, multiplyInto, divideInto };

eachBackend("in-place arithmetic writes what JavaScript computes", (context) => {
  const plain = {
    addInto: (a: number, b: number) => a + b,
    subtractInto: (a: number, b: number) => a - b,
    multiplyInto: (a: number, b: number) => a * b,
    divideInto: (a: number, b: number) => a / b,
  };
  using a = counted(context, "f64", [5, 700]);
  using b = counted(context, "f64", [700], 3);
  const [left, right] = [readNumbers(a), readNumbers(b)];
  for (const name of Object.keys(INTO) as (keyof typeof INTO)[]) {
    using out = emptyTensor([5, 700], { context, dtype: "f64" });
    INTO[name](out, a, b);
    const expected = left.map((number, at) => plain[name](number, right[at % 700] ?? NaN));
    assertEquals(readNumbers(out), expected.map((number) => number === 0 ? 0 : number));
  }
});

eachBackend(
  "in-place arithmetic gives the bits of new tensors, over its operands too",
  (context) => {
    for (const dtype of TYPES) {
      for (const name of Object.keys(INTO) as (keyof typeof INTO)[]) {
        using a = counted(context, dtype, [3, 1, 70]);
        using b = counted(context, dtype, [4, 1], 7);
        using fresh = PAIRS[name](a, b);
        using out = emptyTensor(fresh.shape, { context, dtype: fresh.dtype });
        INTO[name](out, a, b);
        assertEquals(bitsOf(out), bitsOf(fresh));
        if (fresh.dtype !== dtype) continue;
        using wide = counted(context, dtype, [3, 4, 70], 2);
        for (
          const operands of [[wide, b], [b, wide], [wide, wide], [wide, 3], [2, wide]] as const
        ) {
          using expected = PAIRS[name](operands[0], operands[1]);
          using target = wide.copy();
          using view = target.reshape([3, 4, 70]);
          const [x, y] = operands.map((operand) => operand === wide ? view : operand);
          if (x === undefined || y === undefined) continue;
          INTO[name](target, x, y);
          assertEquals(bitsOf(target), bitsOf(expected));
        }
      }
    }
  },
);

eachBackend("in-place operators refuse what they cannot write, and write nothing", (context) => {
  using other = openAnother(context);
  using x = tensor([1, 2, 3, 4], { context });
  using head = x.slice(0, 3);
  using tail = x.slice(1);
  using first = x.slice(0, 1);
  using whole = tensor(Int32Array.of(1, 2, 3, 4), { context });
  using foreign = tensor([1, 2, 3, 4], { context: other });
  using lists = jaggedFromList([[1, 2], [3, 4]], { context });
  const message = (run: () => void, kind: typeof RangeError = RangeError): string =>
    assertThrows(run, kind).message;
  const partly = "in part, the same memory or other memory expected";
  assertEquals(
    message(() => addInto(head, tail, 1)),
    `Cannot run addInto: out overlaps a ${partly}`,
  );
  assertEquals(message(() => addInto(x, x, first)), `Cannot run addInto: out overlaps b ${partly}`);
  assertEquals(
    message(() => copyInto(head, tail)),
    `Cannot run copyInto: out overlaps x ${partly}`,
  );
  using apart = tensor([9], { context });
  assertEquals(
    message(() => concatInto(x, [apart, tail])),
    "Cannot run concatInto: out overlaps tensor 1, other memory expected",
  );
  assertEquals(
    message(() => multiplyInto(head, x, 2)),
    "Cannot run multiplyInto: out shape is [3], [4] expected",
  );
  assertEquals(
    message(() => addInto(whole, whole, 0.5), TypeError),
    "Cannot run addInto: out is i32, f32 expected",
  );
  assertEquals(
    message(() => copyInto(x, whole as unknown as Tensor<"f32">), TypeError),
    "Cannot run copyInto: out is f32, i32 expected",
  );
  assertEquals(
    message(() => addInto(x, 1, 2), TypeError),
    "Cannot run addInto: no operand is a tensor",
  );
  assertThrows(() => addInto(whole, whole, 2 ** 60), RangeError, "b is");
  assertThrows(() => addInto(x, lists as unknown as Tensor, 1), TypeError, "a is in lists");
  assertThrows(() => subtractInto(x, x, foreign), TypeError, "different contexts");
  assertThrows(() => copyInto(x, foreign), TypeError, "different contexts");
  assertThrows(() => concatInto(x, [foreign]), TypeError, "different contexts");
  assertEquals([...x.readSync(), ...whole.readSync()], [1, 2, 3, 4, 1, 2, 3, 4]);
  const gone = x.copy();
  gone.dispose();
  assertEquals(assertThrows(() => divideInto(gone, x, 2), DisposedError).operator, "divideInto");
});

eachBackend("copyInto() and concatInto() write to views", (context) => {
  using x = counted(context, "u8", [6, 5]);
  using middle = x.slice(2, 4);
  using rows = counted(context, "u8", [2, 5], 9);
  const before = bitsOf(x);
  copyInto(x, x);
  assertEquals(bitsOf(x), before);
  copyInto(middle, rows);
  assertEquals(bitsOf(x), [...before.slice(0, 10), ...bitsOf(rows), ...before.slice(20)]);
  using a = counted(context, "u8", [2, 2], 1);
  using b = counted(context, "u8", [2, 3], 2);
  concatInto(middle, [a, b], { axis: -1 });
  using joined = concat([a, b], { axis: 1 });
  assertEquals(bitsOf(middle), bitsOf(joined));
  using none = emptyTensor([0, 3], { context, dtype: "f32" });
  addInto(none, none, 1);
  copyInto(none, none);
  concatInto(none, [none, none]);
});
