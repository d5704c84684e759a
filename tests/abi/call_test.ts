import { assert, assertEquals, assertMatch, assertRejects, assertThrows } from "@std/assert";
import {
  Dtype,
  GridCount,
  RowBase,
  Stat,
  StatusCode,
  SYMBOLS,
} from "../../ffi/_generated/symbols.ts";
import type { NativeSymbols } from "../../ffi/_generated/native.ts";
import { holds, holdsBytes, int64, ordered, steady, uint32 } from "../../ffi/_call.ts";
import { eachBackend } from "../_backends.ts";
import { FUNCTIONS, leastArguments, makeHandles, memory, requestOf } from "./_calls.ts";
import { camelCase } from "../../ffi/_gen/names.ts";
import { nativeOf } from "../../ffi/context.ts";

/** The methods of a native library by name. */
type Methods = Record<string, (...values: readonly unknown[]) => unknown>;

eachBackend("every size that is no safe integer is refused before the call", async (context) => {
  using handles = makeHandles(context);
  const methods = nativeOf(context) as unknown as Methods;
  let count = 0;
  for (const type of FUNCTIONS) {
    const least = leastArguments(type, handles);
    for (const [place, { parameter }] of least.entries()) {
      if (parameter.type !== "int64_t" || parameter.direction !== "value") continue;
      for (const size of [NaN, Infinity, 0.5, 2 ** 53, "1", 1n, undefined]) {
        const values = least.map(({ value }, other) => other === place ? size : value);
        const name = camelCase(type.name);
        assertThrows(
          () => methods[name]?.(requestOf(type, values)),
          RangeError,
          "Cannot run ",
        );
        if (!type.nonblocking) continue;
        await assertRejects(
          () => methods[`${name}Async`]?.(requestOf(type, values)) as Promise<unknown>,
          RangeError,
          "Cannot run ",
        );
      }
      count += 1;
    }
  }
  assert(count > 15);
});

eachBackend(
  "memory that is too short for its stated shape is refused before the call",
  (context) => {
    using handles = makeHandles(context, new Int32Array(3));
    const methods = nativeOf(context) as unknown as Methods;
    const unstated = new Set<string>();
    for (const type of FUNCTIONS) {
      // With one of everything, every shape that the wrapper can know needs at least one element.
      const least = leastArguments(type, handles).map(({ parameter, value }) => ({
        parameter,
        value: parameter.direction === "value" && !parameter.type.startsWith("dvdb_") ? 1 : value,
      }));
      for (const [place, { parameter }] of least.entries()) {
        if (parameter.direction === "value") continue;
        const none = memory(parameter.type, 0);
        const values = least.map(({ value }, other) => other === place ? none : value);
        const status = attempt(() => methods[camelCase(type.name)]?.(requestOf(type, values)));
        if (status instanceof RangeError) {
          assertMatch(status.message, /holds 0 (bytes|elements), \d+ needed$/);
        } else {
          unstated.add(`${type.name}: ${parameter.name}`);
          assertEquals(status, StatusCode.INVALID_ARGUMENT, `${type.name}: ${parameter.name}`);
        }
      }
    }
    // Only the native side knows these sizes; it has just refused NULL.
    const known = FUNCTIONS.flatMap(({ name, parameters }) =>
      parameters.filter(({ shape }) =>
        shape.some((dimension) =>
          dimension.name === "n_grids" && !parameters.some((other) => other.name === "n_grids")
        )
      ).map((parameter) => `${name}: ${parameter.name}`)
    );
    assertEquals([...unstated], known);
  },
);

Deno.test("int64() and uint32() pass on what fits and refuse the rest", () => {
  for (const value of [0, -1, 2 ** 53 - 1, -(2 ** 53) + 1]) {
    assertEquals(int64(value, "run", "n"), BigInt(value));
  }
  assertThrows(
    () => int64(2 ** 53, "readIt", "n"),
    RangeError,
    "Cannot run readIt: n must be a safe integer, got 9007199254740992",
  );
  for (const value of [0, 1, 2 ** 32 - 1]) assertEquals(uint32(value, "run", "n"), value);
  for (const value of [-1, 2 ** 32, 0.5, NaN, Infinity]) {
    assertThrows(() => uint32(value, "readIt", "n"), RangeError, "a whole number below 2^32");
  }
});

Deno.test("holds(), holdsBytes() and steady() refuse memory that a call cannot use", () => {
  holds(new Float64Array(3), 3, "run", "a");
  assertThrows(() => holds([1], 2, "readIt", "a"), RangeError, "a holds 1 elements, 2 needed");
  assertThrows(() => holds([1], NaN, "readIt", "a"), RangeError);
  holdsBytes(new Float64Array(1), 8, "run", "a");
  assertThrows(() => holdsBytes(new Uint8Array(7), 8, "readIt", "a"), RangeError, "holds 7 bytes");
  steady(new Uint8Array(1), "run", "a");
  steady(new Uint8Array(new SharedArrayBuffer(1)), "run", "a");
  const growable = new SharedArrayBuffer(1, { maxByteLength: 2 });
  const resizable = new ArrayBuffer(1, { maxByteLength: 2 });
  for (const buffer of [growable, resizable]) {
    const ask = (): void => steady(new Uint8Array(buffer), "readIt", "a");
    assertThrows(ask, TypeError, "Cannot run readIt: a must not be resizable");
  }
  assertThrows(() => steady([1] as never, "readIt", "a"), TypeError, "must be a typed array");
});

/** What a function returns or throws. */
function attempt(body: () => unknown): unknown {
  try {
    return body();
  } catch (error) {
    return error;
  }
}

/** Stands in for the functions that `ordered()` uses, and notes what happens. */
function orderSymbols(events: string[], status = 0): Parameters<typeof ordered>[0] {
  const symbols: Pick<
    NativeSymbols,
    "dvdb_context_reserve" | "dvdb_context_release" | "dvdb_context_cancel"
  > = {
    "dvdb_context_reserve"(_context, out): number {
      events.push("reserve");
      if (out instanceof Uint32Array) out[0] = 7;
      return status;
    },
    "dvdb_context_release"(_context, ticket): number {
      events.push(`release ${ticket}`);
      return 0;
    },
    "dvdb_context_cancel"(_context, ticket): number {
      events.push(`cancel ${ticket}`);
      return 0;
    },
  };
  return symbols;
}

Deno.test("ordered() takes a place before it returns and gives it back when the call fails", async () => {
  const events: string[] = [];
  const answer = ordered(orderSymbols(events), 1, (ticket) => {
    events.push(`call ${ticket}`);
    return Promise.resolve(5);
  });
  assertEquals(events, ["reserve", "call 7"]);
  assertEquals([await answer, events.length], [5, 2]);
  const calls: readonly (() => Promise<number>)[] = [
    (): Promise<number> => Promise.reject(new TypeError("late")),
    (): Promise<number> => {
      throw new TypeError("at once");
    },
  ];
  for (const call of calls) {
    await assertRejects(() => ordered(orderSymbols(events), 1, call), TypeError);
    assertEquals(events.at(-1), "release 7");
  }
  events.length = 0;
  assertEquals(await ordered(orderSymbols(events, 2), 1, () => Promise.resolve(0)), 2);
  assertEquals(events, ["reserve"]);
});

eachBackend("handles of one kind do not pass for another, nor plain numbers", (context) => {
  using handles = makeHandles(context);
  const native = nativeOf(context);
  // @ts-expect-error A number is no handle.
  assertEquals(native.contextNoop({ context: 0 }), StatusCode.INVALID_HANDLE);
  const { context: own, grid } = handles;
  // @ts-expect-error A grid is no buffer.
  assertEquals(native.bufferDestroy({ context: own, buffer: grid }), StatusCode.INVALID_HANDLE);
});

Deno.test("the generated tables hold every function and the numbers of the headers", () => {
  const names = FUNCTIONS.flatMap(({ name, nonblocking }) =>
    nonblocking ? [name, `${name}_async`] : [name]
  );
  assertEquals(Object.keys(SYMBOLS), names);
  assertEquals([Dtype.F32, Dtype.BF16, Dtype.BOOL], [0, 2, 7]);
  assertEquals([Stat.COUNT, GridCount.COUNT, RowBase.IN_BATCH], [4, 6, 1]);
  assertEquals(SYMBOLS satisfies Deno.ForeignLibraryInterface, SYMBOLS);
});

Deno.test("ordered() cancels the call when the signal aborts, and throws its reason", async () => {
  const events: string[] = [];
  const controller = new AbortController();
  const answers = Promise.withResolvers<number>();
  const answer = ordered(orderSymbols(events), 1, () => answers.promise, controller.signal);
  assertEquals(events, ["reserve"]);
  controller.abort(new Error("enough"));
  assertEquals(events, ["reserve", "cancel 7"]);
  answers.resolve(StatusCode.CANCELED);
  await assertRejects(() => answer, Error, "enough");
  assertEquals(events, ["reserve", "cancel 7"]);
});

Deno.test("ordered() takes no place once the signal has aborted, and ignores it after the call", async () => {
  const events: string[] = [];
  const early = AbortSignal.abort(new Error("early"));
  const call = (): Promise<number> => Promise.resolve(0);
  await assertRejects(() => ordered(orderSymbols(events), 1, call, early), Error, "early");
  assertEquals(events, []);
  const controller = new AbortController();
  assertEquals(await ordered(orderSymbols(events), 1, call, controller.signal), 0);
  controller.abort();
  assertEquals(events, ["reserve"]);
});
