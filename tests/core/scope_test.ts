import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { Arena, type Own, scope, tensor } from "../../lib/core/mod.ts";
import { eachBackend } from "../_backends.ts";

/** A value that notes its end. */
function noted(name: string, ends: string[]): Disposable {
  return {
    [Symbol.dispose](): void {
      ends.push(name);
      if (name.startsWith("bad")) throw new Error(name);
    },
  };
}

Deno.test("scope() disposes what it owns, the latest first, but not what it returns", () => {
  const ends: string[] = [];
  const kept = scope((own) => {
    own(noted("a", ends));
    const result = own(noted("b", ends));
    own(noted("c", ends));
    return result;
  });
  assertEquals(ends, ["c", "a"]);
  kept[Symbol.dispose]();
  assertEquals(ends, ["c", "a", "b"]);
});

Deno.test("scope() releases what arrays and plain objects hold", () => {
  const ends: string[] = [];
  const held = scope((own) => {
    const list = ["a", "b", "c", "d"].map((name) => own(noted(name, ends)));
    const [a, b, c] = list;
    const result: Record<string, unknown> = { a, deep: [[b], { c: c ?? null }], n: 1 };
    result["self"] = result;
    return result;
  });
  assertEquals(ends, ["d"]);
  assert("a" in held);
});

Deno.test("scope() disposes everything when its body throws", () => {
  const ends: string[] = [];
  assertThrows(
    () =>
      scope((own) => {
        own(noted("a", ends));
        throw new TypeError("body");
      }),
    TypeError,
    "body",
  );
  assertEquals(ends, ["a"]);
});

Deno.test("scope() keeps both errors when its body and a value throw", () => {
  const ends: string[] = [];
  const error = assertThrows(
    () =>
      scope((own) => {
        own(noted("a", ends));
        own(noted("bad", ends));
        throw new TypeError("body");
      }),
    SuppressedError,
  );
  assertEquals(ends, ["bad", "a"]);
  assertEquals([String(error.suppressed), String(error.error)], ["TypeError: body", "Error: bad"]);
});

Deno.test("scope() waits for an asynchronous body", async () => {
  const ends: string[] = [];
  const result = scope(async (own) => {
    own(noted("a", ends));
    await Promise.resolve();
    const kept = own(noted("b", ends));
    await Promise.resolve();
    assertEquals(ends, []);
    return { kept };
  });
  assertEquals(ends, []);
  (await result).kept[Symbol.dispose]();
  assertEquals(ends, ["a", "b"]);
  await assertRejects(
    () =>
      scope(async (own) => {
        own(noted("c", ends));
        await Promise.resolve();
        throw new RangeError("late");
      }),
    RangeError,
    "late",
  );
  assertEquals(ends, ["a", "b", "c"]);
});

Deno.test("scope() nests, also when asynchronous bodies interleave", async () => {
  const ends: string[] = [];
  const run = (name: string, turns: number): Promise<void> =>
    scope(async (own) => {
      own(noted(`${name} outer`, ends));
      for (let turn = 0; turn < turns; turn++) {
        scope((inner) => void inner(noted(`${name} ${turn}`, ends)));
        await Promise.resolve();
      }
    });
  await Promise.all([run("x", 3), run("y", 1)]);
  const of = (name: string): string[] => ends.filter((end) => end.startsWith(name));
  assertEquals(ends.slice(0, 2), ["x 0", "y 0"]);
  assertEquals([of("x"), of("y")], [["x 0", "x 1", "x 2", "x outer"], ["y 0", "y outer"]]);
});

Deno.test("own() after the end disposes the value and throws", () => {
  const ends: string[] = [];
  let late: Own | undefined;
  scope((own) => {
    late = own;
  });
  assertThrows(
    () => late?.(noted("a", ends)),
    ReferenceError,
    "Cannot own value: the arena has been disposed",
  );
  assertEquals(ends, ["a"]);
});

Deno.test("an Arena owns, releases and disposes once", () => {
  const ends: string[] = [];
  const arena = new Arena();
  const [a, b] = [noted("a", ends), noted("b", ends)];
  arena.own(a);
  arena.own(a);
  arena.own(b);
  assertEquals([arena.size, arena.disposed], [2, false]);
  assertEquals(arena.release(a), a);
  assertThrows(() => arena.release(a), ReferenceError, "the arena does not own it");
  arena.dispose();
  arena.dispose();
  arena[Symbol.dispose]();
  assertEquals([ends, arena.size, arena.disposed], [["b"], 0, true]);
});

Deno.test("an Arena disposes the rest when values throw", () => {
  const ends: string[] = [];
  const arena = new Arena();
  for (const name of ["a", "bad 1", "b", "bad 2"]) arena.own(noted(name, ends));
  const error = assertThrows(() => arena.dispose(), SuppressedError);
  assertEquals(ends, ["bad 2", "b", "bad 1", "a"]);
  assertEquals([String(error.error), String(error.suppressed)], ["Error: bad 1", "Error: bad 2"]);
});

eachBackend("scope() keeps tensors that it returns and frees the others", async (context) => {
  const sum = scope((own) => {
    const a = own(tensor([1, 2], { context }));
    const b = own(tensor([3, 4], { context }));
    const [first = 0, second = 0] = a.readSync();
    b.write([first, second]);
    return { b };
  });
  assertEquals([...sum.b.readSync()], [1, 2]);
  sum.b.dispose();
  const values = await scope(async (own) => await own(tensor([5], { context })).read());
  assertEquals([...values], [5]);
});
