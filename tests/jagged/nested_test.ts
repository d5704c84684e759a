import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import {
  jaggedAtOuter,
  jaggedFlatten,
  jaggedFromNestedList,
  jaggedReshape,
  jaggedReshapeAs,
  jaggedSqueeze,
  jaggedUnbind,
} from "../../lib/jagged/mod.ts";
import { jagged, scope, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { makeLists, numbersOf } from "./_lists.ts";

eachBackend("jaggedFromNestedList() keeps each list in its list", (context) => {
  const list = fc.array(fc.integer({ min: -99, max: 99 }), { maxLength: 4 });
  const outer = fc.array(fc.array(list, { maxLength: 3 }), { maxLength: 5 });
  fc.assert(
    fc.property(outer, (host) => {
      using lists = jaggedFromNestedList(host, { context, dtype: "i32" });
      assertEquals([lists.ldim, lists.lshape], [
        2,
        host.map((of) => of.map(({ length }) => length)),
      ]);
      assertEquals([lists.eshape, lists.length], [[], host.flat().length]);
      assertEquals(numbersOf(lists), host.flat(2));
      using inner = jaggedFlatten(lists);
      assertEquals([inner.ldim, inner.lshape], [1, host.flat().map(({ length }) => length)]);
      using joined = jaggedFlatten(lists, { dim: 1 });
      assertEquals(joined.lshape, host.map((of) => of.flat().length));
      using one = jaggedFlatten(inner);
      assertEquals(one.lshape, [host.flat(2).length]);
      for (const [place, wanted] of host.entries()) {
        using part = jaggedAtOuter(lists, place - host.length);
        assertEquals([part.ldim, part.lshape], [1, wanted.map(({ length }) => length)]);
        assertEquals(numbersOf(part), wanted.flat());
      }
    }),
    { seed: 1, numRuns: 50 },
  );
});

eachBackend("jaggedFromNestedList() copies tensors and rows of a shape", (context) => {
  using a = tensor([1, 2, 3, 4], { context, shape: [2, 2] });
  using lists = jaggedFromNestedList([[a], [], [[5, 6], a]], { dtype: "f32" });
  assertEquals([lists.lshape, lists.eshape], [[[2], [], [1, 2]], [2]]);
  assertEquals(numbersOf(lists), [1, 2, 3, 4, 5, 6, 1, 2, 3, 4]);
  using none = jaggedFromNestedList([], { context, dtype: "f32", shape: [3] });
  assertEquals([none.ldim, none.lshape, none.data.shape], [2, [], [0, 3]]);
});

eachBackend("jaggedReshape() and jaggedReshapeAs() cut the same rows anew", (context) => {
  using lists = makeLists(context, "f32", [3, 1], [1, 2, 3, 4, 5, 6, 7, 8], [2]);
  using flat = jaggedReshape(lists, [0, 1, 3]);
  using nested = jaggedReshape(lists, [[2], [], [1, 0, 1]]);
  using same = jaggedReshapeAs(flat, nested);
  lists.data.fill(9);
  assertEquals([flat.lshape, flat.ldim], [[0, 1, 3], 1]);
  assertEquals([nested.lshape, same.lshape], [[[2], [], [1, 0, 1]], [[2], [], [1, 0, 1]]]);
  assertEquals(numbersOf(same), Array(8).fill(9));
});

eachBackend("jaggedSqueeze() drops an axis of extent 1", (context) => {
  using flat = makeLists(context, "f32", [1, 1], [1, 2, 3, 4], [1, 2, 1]);
  using lists = jagged(flat.data, { offsets: flat.offsets, outerOffsets: [0, 2] });
  using first = jaggedSqueeze(lists, 1);
  using last = jaggedSqueeze(lists, -1);
  assertEquals([first.data.shape, last.data.shape], [[2, 2, 1], [2, 1, 2]]);
  assertEquals(first.lshape, [[1, 1]]);
  for (const dim of [0, 2]) {
    assertThrows(() => jaggedSqueeze(lists, dim), RangeError, `axis ${dim} of [2, 1, 2, 1] is not`);
  }
  assertThrows(() => jaggedSqueeze(lists, 4), RangeError, "dim 4 is not an axis of [2, 1, 2, 1]");
});

eachBackend("jaggedUnbind() views each list", (context) => {
  using lists = makeLists(context, "i32", [2, 0, 1], [1, 2, 3, 4, 5, 6], [2]);
  scope((own) => {
    const views = jaggedUnbind(lists).map(own);
    assertEquals(views.map(({ shape }) => shape), [[2, 2], [0, 2], [1, 2]]);
    assertEquals(views.map((view) => [...view.readSync()]), [[1, 2, 3, 4], [], [5, 6]]);
  });
  using none = makeLists(context, "i32", [], []);
  assertEquals(jaggedUnbind(none), []);
});

eachBackend("cuts that do not fit are refused", (context) => {
  using lists = makeLists(context, "f32", [2, 1], [1, 2, 3]);
  const start = "Cannot run jaggedReshape: ";
  const message = (lshape: readonly number[]): string =>
    assertThrows(() => jaggedReshape(lists, lshape), RangeError).message;
  assertEquals(message([1, 1]), `${start}the lists have 2 rows, 3 expected`);
  assertEquals(message([4, -1]), `${start}-1 is no number of rows`);
  assertEquals(message([1.5, 1.5]), `${start}1.5 is no number of rows`);
  const mixed = [1, [2]] as unknown as number[];
  assertEquals(message(mixed), `${start}lengths and lists of lengths are mixed`);
  using two = makeLists(context, "f32", [2], [1, 2]);
  assertThrows(() => jaggedReshapeAs(lists, two), RangeError, "the lists have 2 rows, 3 expected");
  assertThrows(
    () => jaggedFlatten(lists, { dim: 1 }),
    RangeError,
    "Cannot run jaggedFlatten: dim 1 is not among 1 list dimensions",
  );
  assertThrows(() => jaggedAtOuter(lists, 0), RangeError, "the lists are not in outer lists");
  using nested = jaggedReshape(lists, [[2], [1]]);
  assertThrows(() => jaggedAtOuter(nested, 2), RangeError, "outer list 2 is not among 2");
});
