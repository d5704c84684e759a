/**
 * The native tests on a machine of another kind, which an emulator stands in for.
 *
 * @module
 */

import { join } from "@std/path";
import { exists, must, ROOT, say } from "../../tasks/_shared.ts";
import { isThere } from "./build.ts";
import { folderOf, type Target } from "./targets.ts";

/**
 * Tests of the core, of grids, of topology and of rays; an emulator would take too long for all. Not that of thread
 * teams: qemu ends with an error of its own where a process with threads forks.
 */
export const EMULATED: readonly string[] = [
  ...["launch_test", "memory_test", "algorithms_test", "sort_test"],
  ...["atomics_test", "halves_test", "grid_build_test", "tiles_test", "relate_test"],
  ...["leaf_neighbors_test", "walk_test", "row_walk_test", "crossings_test", "turns_test"],
  ...["gather_gemm_test"],
].filter((name) => exists(`tests/native/${name}.cpp`));

/** Builds the tests in the folder of a target's last level, and runs them there. */
export async function testEmulated(target: Target): Promise<void> {
  const [emulator = "", ...args] = target.emulator ?? [];
  if (emulator === "" || !isThere(emulator)) {
    say(`@denovdb/${target.name}: not tested, as ${emulator || "an emulator"} is not here`);
    return;
  }
  const folder = folderOf(target, target.levels.at(-1) ?? 0);
  const emulated = `-DCMAKE_CROSSCOMPILING_EMULATOR=${[emulator, ...args].join(";")}`;
  // Programs have no other folder to take libraries of the compiler from.
  const links = target.hasFloor ? "" : target.links.join(" ");
  await must("cmake", [
    ...[folder, "--log-level=WARNING", "-DDVDB_TESTS=ON", emulated],
    `-DCMAKE_EXE_LINKER_FLAGS=${links}`,
  ], { quiet: true });
  const jobs = String(navigator.hardwareConcurrency);
  await must("cmake", ["--build", folder, "--parallel", jobs, "--target", ...EMULATED], {
    quiet: true,
  });
  await must("ctest", [
    ...["--test-dir", folder, "--output-on-failure", "--parallel", jobs, "--timeout", "1500"],
    ...["--tests-regex", `^(${EMULATED.join("|")})$`],
  ], { env: { WINEPREFIX: join(ROOT, folder, "wine"), WINEDEBUG: "-all" } });
  say(`@denovdb/${target.name}: ${EMULATED.length} native tests passed under ${emulator}`);
}
