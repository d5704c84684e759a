import { assert } from "@std/assert";
import * as root from "../_doors.ts";
import { Hash } from "../../dev/calls/_hash.ts";
import { eachBackend } from "../_backends.ts";
import { failEachAllocation } from "../_failures.ts";
import { callBy, deviceCalls, discard, functionOf } from "./_call.ts";
import { isMarked } from "../../dev/calls/_marks.ts";
import { type Row, valuesOn } from "./_operands.ts";

/** Functions that allocate nothing: they borrow, read or write memory that is there, or compute on the host. */
const WITHOUT_MEMORY = new Set([
  ...["chooseIndexLayout", "convPlan", "convPlanAsync", "elapsed", "estimateIndex", "fastestConv"],
  ...["fromBf16", "toBf16", "gridJaggedLike", "imageErrors", "isSame", "parseConvTimings", "scope"],
  ...["cumVoxels", "cumVoxelsAt", "dualBbox", "dualBboxes", "hasZeroVoxelsAt", "numVoxelsAt"],
  ...["originAt", "totalBbox", "totalDualBbox", "voxelSizeAt", "voxelToWorldMatrices"],
  ...["worldToVoxelMatrices", "cameraIntrinsics", "cameraLookAt", "cameraMatrices"],
  ...["cameraVectors", "jagged", "jaggedAt", "jaggedAtOuter", "jaggedFlatten", "jaggedLike"],
  ...["jaggedReshape", "jaggedReshapeAs", "jaggedSlice", "jaggedSqueeze", "jaggedUnbind"],
  ...["openContext", "openContextAsync", "recordEvent", "brickSetBox", "lodOwnRows"],
  ...["constantRate", "cosineRate", "linearRate", "stepRate", "withWarmup", "lossScaleInto"],
  "emaInto",
  ...["addInto", "subtractInto", "multiplyInto", "divideInto", "copyInto", "concatInto"],
]);

/** Functions whose results differ from call to call: what nobody wrote, times, or handles. */
const WITHOUT_RESULT = new Set([
  ...["emptyTensor", "tuneConv", "openContext", "createBuffer", "recordEvent", "elapsed", "scope"],
  "openContextAsync",
]);

/** Whether a call allocates; methods work on what is there. */
function allocates(call: string): boolean {
  const name = functionOf(call);
  return !WITHOUT_MEMORY.has(name) && !name.includes(".");
}

/** The hash of a result, which is disposed. */
function hashOf(result: unknown, call: string): string {
  const hash = new Hash();
  try {
    const isHashed = !WITHOUT_RESULT.has(functionOf(call)) && !call.includes(".");
    hash.value(isHashed ? result : undefined);
  } finally {
    discard(result);
  }
  return hash.toString();
}

/** Calls with operands that it makes where they are consumed. */
async function run(call: string, row: Row): Promise<unknown> {
  using arena = new root.Arena();
  const operands = row.map((operand) => {
    if (!isMarked(operand)) return operand;
    const value = operand.make();
    return operand.consumed ? arena.own(value as Disposable) : value;
  });
  return await callBy(call, operands);
}

eachBackend(
  "every operator frees everything when an allocation fails, and then gives its result",
  async (context) => {
    using arena = new root.Arena();
    const faults: string[] = [];
    for (
      const [call, row] of Object.entries(
        deviceCalls(valuesOn(context, (value) => arena.own(value))),
      )
    ) {
      try {
        const expected = hashOf(await run(call, row), call);
        const result = await failEachAllocation(
          context,
          () => run(call, row),
          allocates(call) ? 1 : 0,
        );
        const found = hashOf(result, call);
        if (found !== expected) {
          faults.push(`${call}: ${found}, ${expected} expected`);
        }
      } catch (error) {
        faults.push(`${call}: ${error}`);
      }
    }
    assert(faults.length === 0, faults.join("\n"));
  },
);
