import { assert, assertEquals, assertThrows } from "@std/assert";
import {
  DisposableStack as Own,
  OwnDisposableStack,
  suppressedError,
} from "../../ffi/base/disposable_stack.ts";

/** What a use of a stack does, in order, and what it throws. */
function trace(
  stack: DisposableStack,
  use: (stack: DisposableStack, log: string[]) => void,
): unknown {
  const log: string[] = [];
  try {
    use(stack, log);
    stack.dispose();
    stack.dispose();
  } catch (error) {
    const describe = (one: unknown): unknown =>
      one instanceof Error && "suppressed" in one
        ? [one.name, describe(Reflect.get(one, "error")), describe(one.suppressed)]
        : one instanceof Error
        ? one.constructor.name
        : one;
    log.push(JSON.stringify(describe(error)));
  }
  return [log, stack.disposed];
}

const throwing = (what: unknown): () => never => () => {
  throw what;
};

const USES: readonly ((stack: DisposableStack, log: string[]) => void)[] = [
  () => {},
  (stack, log) => {
    for (const name of ["a", "b"]) stack.use({ [Symbol.dispose]: () => log.push(name) });
    stack.use(null);
    stack.use(undefined);
    log.push(stack.adopt("c", (name) => log.push(name)));
    stack.defer(() => log.push("d"));
  },
  (stack, log) => {
    stack.defer(() => log.push("last"));
    stack.defer(throwing("one"));
    stack.defer(throwing("two"));
    stack.defer(throwing("three"));
  },
  (stack, log) => {
    stack.defer(() => log.push("moved"));
    using moved = stack.move();
    log.push(`${stack.disposed} ${moved.disposed}`);
  },
  (stack) => void stack.use({} as Disposable),
  (stack) => {
    stack.dispose();
    stack.defer(() => {});
  },
];

Deno.test("OwnDisposableStack does what the class of newer runtimes does", () => {
  for (const use of USES) {
    assertEquals(trace(new OwnDisposableStack(), use), trace(new DisposableStack(), use));
  }
  assertEquals(Own as unknown, DisposableStack as unknown);
});

Deno.test("suppressedError() says the same where the runtime has no class for it", () => {
  const { SuppressedError } = globalThis;
  const known = suppressedError("late", "early");
  assert(known instanceof SuppressedError);
  Reflect.set(globalThis, "SuppressedError", undefined);
  try {
    const own = suppressedError("late", "early");
    assertEquals([own.name, Reflect.get(own, "error"), Reflect.get(own, "suppressed")], [
      known.name,
      "late",
      "early",
    ]);
  } finally {
    Reflect.set(globalThis, "SuppressedError", SuppressedError);
  }
});

Deno.test("float16Arrays() says which runtimes have arrays of half-precision floats", async () => {
  const { float16Arrays, isFloat16Array } = await import("../../ffi/base/float16.ts");
  const halves = new (float16Arrays())(2);
  assert(isFloat16Array(halves) && !isFloat16Array(new Float32Array(2)));
  const original = globalThis.Float16Array;
  Reflect.set(globalThis, "Float16Array", undefined);
  try {
    assertThrows(float16Arrays, TypeError, "Node.js 24");
    assert(!isFloat16Array(halves));
  } finally {
    Reflect.set(globalThis, "Float16Array", original);
  }
});
