/**
 * Runs the native tests of the CUDA library under compute-sanitizer: memcheck over all of them, racecheck over those
 * that reach the kernels with shared memory. Racecheck follows every access, so it gets the tests with small inputs.
 * `--no-build` takes the tests in `build/cuda` as they are.
 *
 * @module
 */
import { buildNative } from "./_native.ts";
import { main, run, say, TaskError, which } from "./_shared.ts";

/** A native test, and the parts of names of the tests that racecheck runs; none for all, null for nothing. */
interface SanitizedTest {
  readonly program: string;
  readonly races: readonly string[] | null;
}

const TESTS: readonly SanitizedTest[] = [
  { program: "memory_test", races: [] },
  { program: "call_order_test", races: null },
  { program: "shared_contexts_test", races: null },
  { program: "launch_test", races: [] },
  { program: "atomics_test", races: [] },
  { program: "algorithms_test", races: [] },
  { program: "point_passes_test", races: [] },
  { program: "grouping_test", races: ["serve_twice", "split_items", "empty_groups"] },
  { program: "grid_build_test", races: ["random_small_clouds"] },
  { program: "runs_test", races: [] },
  { program: "leaf_neighbors_test", races: ["of_nothing"] },
  { program: "relate_test", races: ["far_tiles", "erosion"] },
  { program: "sort_test", races: null }, // the kernels are CUB's
  { program: "team_scan_test", races: [] },
  { program: "teams_test", races: null },
  { program: "tiles_test", races: null },
  { program: "turns_test", races: [] },
  { program: "tasks_test", races: [] },
  { program: "row_walk_test", races: [] },
  { program: "count_walk_test", races: null },
  { program: "blocks_test", races: null },
  { program: "cells_test", races: null },
  { program: "float_sums_test", races: [] },
  { program: "triangle_leaves_test", races: [] },
  { program: "fenwick_test", races: [] },
  { program: "bricks_test", races: [] },
  // Of products, racecheck does not follow rings of stages whose rows are fetched in the background; paired_parts.cuh says why.
  { program: "gather_gemm_test", races: null },
];

await main(async () => {
  if (!which("compute-sanitizer")) {
    throw new TaskError("Cannot check the CUDA library: compute-sanitizer is not on PATH");
  }
  if (!Deno.args.includes("--no-build")) {
    await buildNative({ folder: "cuda", backend: "cuda", tests: true });
  }
  const failed: string[] = [];
  for (const { program, races } of TESTS) {
    if (!await passes("memcheck", program, [])) failed.push(`memcheck ${program}`);
    if (races !== null && !await passes("racecheck", program, races)) {
      failed.push(`racecheck ${program}`);
    }
  }
  if (failed.length > 0) {
    throw new TaskError(`compute-sanitizer found faults: ${failed.join(", ")}`);
  }
  say("compute-sanitizer found nothing");
});

/** Runs a native test under a tool; tests that ask for too much memory on purpose are no faults. */
async function passes(tool: string, program: string, names: readonly string[]): Promise<boolean> {
  say(`${tool} ${program} ${names.join(" ")}`.trimEnd());
  const options = ["--tool", tool, "--report-api-errors", "no", "--error-exitcode", "9"];
  // Blocks that are kept would hide uses behind their ends and after they were freed.
  const env = { DENOVDB_KEPT_BLOCKS: "0" };
  const command = [...options, `build/cuda/${program}`, ...names];
  return await run("compute-sanitizer", command, { env }) === 0;
}
