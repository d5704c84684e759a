import { assert, assertEquals } from "@std/assert";
import * as root from "../_doors.ts";
import { eachBackend, openAnother } from "../_backends.ts";
import { callBy, deviceCalls, discard, functionOf, namesItself } from "./_call.ts";
import { isMarked } from "../../dev/calls/_marks.ts";
import { type Calls, type Row, valuesOn } from "./_operands.ts";
import { isPart, type Path, pathsIn, replaced, valueAt } from "./_resources.ts";

/** Calls that read what the host keeps of their operand, which is there when the operand is gone. */
const READ_ON_HOST = new Set([
  ...["cumVoxels", "cumVoxelsAt", "dualBbox", "dualBboxes", "hasZeroVoxelsAt", "numVoxelsAt"],
  ...["originAt", "totalBbox", "totalDualBbox", "voxelSizeAt", "voxelToWorldMatrices"],
  ...["worldToVoxelMatrices", "GridBatch.bbox"],
]);
/** Parts of results that their operators do not read. */
const UNREAD =
  /^(marchingCubesBackward|surface\w+) 2\.faces$|^meshDistancesBackward 3\.distances$|^integrateTsdfBackward 2\.(tsdf|weights|features)$/;
/** It owns anything. */
const OWNS = "Arena.own";
/** Calls whose operands may be on different devices: of one of them, they take what the host keeps. */
const MAY_DIFFER = new Set(["isSame", "jaggedLike", "jaggedReshapeAs", OWNS]);
/** What messages end in; a mask has to be in the context that is asked for. */
const ELSEWHERE =
  /, in different contexts; make both in one$|: the mask is on \S+ and not in the context of /;

/** Whether an error begins with what the function, the method or the use of a context calls itself. */
function isNamed(call: string, gone: unknown, { message }: Error): boolean {
  const name = functionOf(call);
  if (name.includes(".") || name === "move") return /^Cannot \w+ [\w ]+: /.test(message);
  return namesItself(name, message) ||
    gone instanceof root.Context && message.startsWith("Cannot use context: ");
}

/** Calls with what is at a path replaced; what it throws, and whether something is left behind. */
async function answerTo(
  call: string,
  row: Row,
  path: Path,
  value: unknown,
  context: root.Context,
): Promise<{ readonly error?: unknown; readonly leaks: boolean }> {
  const before = context.stats().liveHandles;
  const arena = new root.Arena();
  let error: unknown;
  try {
    discard(await callBy(call, replaced(row, path, value, (made) => arena.own(made))));
  } catch (thrown) {
    error = thrown;
  }
  arena[Symbol.dispose]();
  return { error, leaks: context.stats().liveHandles !== before };
}

/** What stands at a path, disposed. */
function goneAt(row: Row, path: Path, gone: Row, closed: root.Context): unknown {
  const operand = row[path[0]];
  if (isMarked(operand) && operand.consumed) {
    const made = operand.make();
    discard(made);
    return made;
  }
  return valueAt(row, path) instanceof root.Context ? closed : valueAt(gone, path);
}

/** Calls on values that are disposed. */
function callsOnGone(context: root.Context): Calls {
  using gone = new root.Arena();
  return deviceCalls(valuesOn(context, (value) => gone.own(value)));
}

eachBackend("every operator refuses each operand that is gone, by its name", async (context) => {
  using arena = new root.Arena();
  const calls = deviceCalls(valuesOn(context, (value) => arena.own(value)));
  const gone = callsOnGone(context);
  const closed = openAnother(context);
  closed.dispose();
  const faults: string[] = [];
  let asked = 0;
  for (const [call, row] of Object.entries(calls)) {
    for (const path of pathsIn(row)) {
      const name = functionOf(call);
      const place = `${call} ${path.join(".")}`;
      if (READ_ON_HOST.has(name) || call === OWNS || UNREAD.test(`${name} ${path.join(".")}`)) {
        continue;
      }
      const value = goneAt(row, path, gone[call] ?? [], closed);
      const { error, leaks } = await answerTo(call, row, path, value, context);
      asked++;
      const isTold = error instanceof root.DisposedError && isNamed(call, value, error);
      if (!isTold) faults.push(`${place} is gone: ${error}`);
      if (leaks) faults.push(`${place} is gone: leaks`);
    }
  }
  assert(faults.length === 0, faults.join("\n"));
  assert(asked > 550, `${asked} operands were gone`);
});

eachBackend("every operator refuses operands of different contexts", async (context) => {
  using arena = new root.Arena();
  const own = <R extends Disposable>(value: R): R => arena.own(value);
  const calls = deviceCalls(valuesOn(context, own));
  const other = own(openAnother(context));
  const others = deviceCalls(valuesOn(other, own));
  const faults: string[] = [];
  let asked = 0;
  for (const [call, row] of Object.entries(calls)) {
    // A part of a result is where the rest of it is.
    const paths = pathsIn(row).filter((path) => !isPart(row, path));
    if (paths.length < 2 || MAY_DIFFER.has(functionOf(call))) continue;
    for (const path of paths) {
      const value = valueAt(others[call] ?? [], path);
      const { error, leaks } = await answerTo(call, row, path, value, context);
      asked++;
      const isTold = error instanceof TypeError && isNamed(call, undefined, error) &&
        ELSEWHERE.test(error.message);
      const place = `${call} ${path.join(".")} of another context`;
      if (!isTold) faults.push(`${place}: ${error}`);
      if (leaks) faults.push(`${place}: leaks`);
    }
  }
  assert(faults.length === 0, faults.join("\n"));
  assert(asked > 350, `${asked} operands were of another context`);
});

Deno.test("pathsIn() finds what is on devices in lists, in objects and in bundles, but no numbers", () => {
  const gone = { [Symbol.dispose]: (): void => {} };
  const row = [3, gone, [1, { a: gone, b: 2 }], new Float32Array(2), undefined];
  assertEquals(pathsIn(row), [[1], [2, 1, "a"]]);
  assertEquals(valueAt(row, [2, 1, "b"]), 2);
  const other = replaced(row, [2, 1, "a"], 7, (made) => made);
  assertEquals(other, [3, gone, [1, { a: 7, b: 2 }], new Float32Array(2), undefined]);
});
