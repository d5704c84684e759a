import { assert, assertEquals } from "@std/assert";
import { openLibrary } from "../../ffi/library.ts";
import { backendOf, eachBackend } from "../_backends.ts";
import { runScript } from "../_child.ts";

eachBackend("calls that make no sense neither crash nor leak", async (context) => {
  const { device } = context;
  const { path } = openLibrary(backendOf(context));
  const permissions = ["--allow-ffi", "--allow-read"];
  for (const seed of ["1", "2"]) {
    const { code, signal, stdout, stderr } = await runScript("abi/_fuzz.ts", permissions, [
      device,
      path,
      seed,
    ]);
    assertEquals([code, signal], [0, null], stderr);
    const { counts, liveHandles, liveBytes } = JSON.parse(stdout);
    assertEquals([liveHandles, liveBytes], [0, 0]);
    const { 0: ok, 1: refused, 2: unknown, 7: defect } = counts;
    assert(ok > 0 && refused > 0 && unknown > 0, stdout);
    assertEquals(defect, undefined);
  }
});
