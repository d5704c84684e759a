import { assertEquals } from "@std/assert";
import { collectRows } from "../../bench/_harness.ts";
import { operatorsOf } from "../../dev/calls/_table.ts";
import { FAMILIES } from "../../dev/calls/mod.ts";
import { readFiles } from "./_tree.ts";

const ON_HOST = "reads what the host holds, without a launch";
const VIEW = "another view of the same memory, without a launch";

/**
 * Operators that have no row in the tables of benchmarks, by reason. `bench/calls_bench.ts` measures them, too, but with
 * small inputs and without a floor.
 */
const WITHOUT_ROWS: Readonly<Record<string, readonly string[]>> = {
  [ON_HOST]: [
    "chooseIndexLayout",
    "cumVoxels",
    "cumVoxelsAt",
    "dualBbox",
    "dualBboxes",
    "fastestConv",
    "hasZeroVoxelsAt",
    "isSame",
    "numVoxelsAt",
    "originAt",
    "parseConvTimings",
    "totalBbox",
    "totalDualBbox",
    "voxelSizeAt",
    "voxelToWorldMatrices",
    "worldToVoxelMatrices",
  ],
  [VIEW]: [
    "gridJaggedLike",
    "jaggedAt",
    "jaggedAtOuter",
    "jaggedLike",
    "jaggedReshapeAs",
    "jaggedSqueeze",
    "jaggedUnbind",
  ],
  "the launches of selectGrids": ["gridAt"],
  "the launches of indexFromBits, without its copy": ["adoptBits"],
  "the launches of indexToggle": ["indexClear", "indexSet"],
  "three numbers, by a launch of one thread": ["lossScaleInto"],
};

/** Families whose operators have rows; the core makes values, and its benchmarks are those of `bench/ffi`. */
const MEASURED = FAMILIES.filter(({ name }) => name !== "core");

/** Operators that have neither a row nor an exemption, and exemptions that nothing needs any more. */
function missingRows(
  operators: readonly string[],
  rows: ReadonlySet<string>,
  withoutRows: readonly string[],
): string[] {
  const exempt = new Set(withoutRows);
  return [
    ...operators.filter((one) => !rows.has(one) && !exempt.has(one)).map((one) =>
      `${one} has none`
    ),
    ...withoutRows.filter((one) => !operators.includes(one)).map((one) => `${one} does not exist`),
    ...withoutRows.filter((one) => rows.has(one)).map((one) => `${one} is exempt and has one`),
  ];
}

Deno.test("every operator has a row in a table of benchmarks, or a reason why not", async () => {
  const rows = collectRows();
  for (const { path, text } of readFiles([".ts"], "bench")) {
    const isTable = /^bench\/[a-z]+\/[a-z_]+_bench\.ts$/.test(path) && text.includes("benchTable(");
    if (isTable) await import(new URL(`../../${path}`, import.meta.url).href);
  }
  const names = new Set(rows.map(({ operator }) => operator));
  const exempt = Object.values(WITHOUT_ROWS).flat();
  assertEquals(missingRows(MEASURED.flatMap(operatorsOf), names, exempt), []);
});

Deno.test("missingRows() names operators without rows and stale exemptions", () => {
  const rows = new Set(["dilatedGrid"]);
  assertEquals(missingRows(["dilatedGrid", "dualGrid"], rows, []), ["dualGrid has none"]);
  assertEquals(missingRows(["dilatedGrid", "dualGrid"], rows, ["dualGrid"]), []);
  assertEquals(missingRows(["dilatedGrid"], rows, ["dilatedGrid", "gone"]), [
    "gone does not exist",
    "dilatedGrid is exempt and has one",
  ]);
});
