import { assert, assertEquals, assertThrows } from "@std/assert";
import type { Status } from "../../ffi/_generated/native.ts";
import { StatusCode } from "../../ffi/_generated/symbols.ts";
import type { FunctionType, Parameter } from "../../ffi/_gen/model.ts";
import { checkStatus, type Context, nativeOf } from "../../ffi/context.ts";
import { DisposedError } from "../../ffi/base/errors.ts";
import { handleOf } from "../../ffi/owned.ts";
import { eachBackend, openAnother } from "../_backends.ts";
import {
  call,
  callAsync,
  FUNCTIONS,
  type Handles,
  leastArguments,
  makeHandles,
  mayBeLeftOut,
} from "./_calls.ts";

const ENDS = new Set(["dvdb_context_destroy", "dvdb_context_release"]);

/** Whether a parameter is a handle that the call uses; `dvdb_last_error` answers for any context. */
function isHandle({ name }: FunctionType, { type, direction }: Parameter): boolean {
  const answersAll = name === "dvdb_last_error";
  return direction === "value" && /^dvdb_(context|buffer|grid|event)$/.test(type) && !answersAll;
}

/** Calls every function, and every asynchronous twin, with each of its handles replaced in turn. */
async function refusals(
  context: Context,
  handles: Handles,
  replace: (parameter: Parameter) => readonly number[],
): Promise<string[]> {
  const failures: string[] = [];
  for (const type of FUNCTIONS) {
    const least = leastArguments(type, handles);
    for (const [place, { parameter }] of least.entries()) {
      if (!isHandle(type, parameter)) continue;
      for (const forged of replace(parameter)) {
        if (forged === 0 && mayBeLeftOut(parameter)) continue;
        const values = least.map(({ value }, other) => other === place ? forged : value);
        const statuses = [call(nativeOf(context), type, values)];
        if (type.nonblocking) statuses.push(await callAsync(nativeOf(context), type, values));
        if (statuses.some((status) => status !== StatusCode.INVALID_HANDLE)) {
          failures.push(`${type.name}(${parameter.name} = ${forged}): ${statuses}`);
        }
      }
    }
  }
  return failures;
}

eachBackend("every function accepts its least arguments", async (context) => {
  using handles = makeHandles(context);
  for (const type of FUNCTIONS) {
    if (type.name.endsWith("_destroy") || ENDS.has(type.name)) continue;
    const values = leastArguments(type, handles).map(({ value }) => value);
    const statuses: Status[] = [call(nativeOf(context), type, values)];
    if (type.nonblocking) statuses.push(await callAsync(nativeOf(context), type, values));
    assert(statuses.every((status) => status === StatusCode.OK), `${type.name}: ${statuses}`);
  }
});

eachBackend("every function refuses handles that name nothing", async (context) => {
  using handles = makeHandles(context);
  const forged = [
    0,
    1,
    0xffffffff,
    0x80000000,
    (handles.buffer ^ 0x00100000) >>> 0,
    handles.grid + 4096,
  ];
  assertEquals(await refusals(context, handles, () => forged), []);
});

eachBackend("every function refuses handles of another kind", async (context) => {
  using handles = makeHandles(context);
  const others = ({ type }: Parameter): number[] =>
    (["context", "buffer", "grid", "event"] as const)
      .filter((kind) => type !== `dvdb_${kind}`)
      .map((kind) => handles[kind]);
  assertEquals(await refusals(context, handles, others), []);
});

/** Puts the handle of the right kind in the place of every handle but the context. */
function sameKind(handles: Handles): (parameter: Parameter) => number[] {
  return ({ type }) =>
    type === "dvdb_context" ? [] : [handles[type.slice("dvdb_".length) as "buffer"]];
}

eachBackend("every function refuses handles that have been given up", async (context) => {
  using handles = makeHandles(context);
  const gone = makeHandles(context);
  gone[Symbol.dispose]();
  assertEquals(await refusals(context, handles, sameKind(gone)), []);
});

eachBackend("every function refuses handles of another context", async (context) => {
  using handles = makeHandles(context);
  using other = openAnother(context);
  using foreign = makeHandles(other);
  assertEquals(await refusals(context, handles, sameKind(foreign)), []);
});

eachBackend("every function refuses a context that has ended", async (context) => {
  using handles = makeHandles(context);
  const other = openAnother(context);
  const stale = handleOf(other);
  other.dispose();
  const ended = ({ type }: Parameter): number[] => type === "dvdb_context" ? [stale] : [];
  assertEquals(await refusals(context, handles, ended), []);
});

eachBackend("a handle's number is not soon given out again", (context) => {
  const seen = new Set<number>();
  for (let turn = 0; turn < 2000; turn++) {
    using handles = makeHandles(context);
    assert(!seen.has(handles.buffer));
    seen.add(handles.buffer);
  }
});

eachBackend("a refused handle becomes a DisposedError that names the operation", (context) => {
  const status = nativeOf(context).bufferDestroy({
    context: handleOf(context),
    buffer: 12345 as never,
  });
  const error = assertThrows(() => checkStatus(context, status, "dispose buffer"), DisposedError);
  assertEquals(error.operator, "dispose buffer");
  assertEquals(
    error.message,
    "Cannot dispose buffer: cannot use buffer 00003039: it is not alive",
  );
});
