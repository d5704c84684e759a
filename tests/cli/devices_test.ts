import { assertEquals } from "@std/assert";
import { commandHashes } from "../../dev/calls/commands.ts";
import { contexts } from "../_backends.ts";
import { outFolder } from "../_files.ts";
import { runMain } from "./_recorder.ts";

const MODULE = new URL("../../build/wasm/denovdb.wasm", import.meta.url);

function hasModule(): boolean {
  try {
    return Deno.statSync(MODULE).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** The hashes of the files that commands write on a device. */
async function hashes(device: string): Promise<ReadonlyMap<string, string>> {
  using out = outFolder();
  return await commandHashes(
    async (args) => {
      const { code, notes } = await runMain(args);
      assertEquals([code, code === 0 ? "" : notes], [0, ""], args.join(" "));
    },
    device,
    out.path,
  );
}

const reason = !contexts.some(({ device }) => device === "cpu")
  ? ": skipped: no CPU library"
  : hasModule()
  ? ""
  : ": skipped: no module";

Deno.test({
  name: `commands write the same files by WebAssembly as on the CPU [wasm${reason}]`,
  ignore: reason !== "",
  async fn(): Promise<void> {
    const byCpu = await hashes("cpu");
    assertEquals(byCpu.size > 50, true);
    assertEquals(await hashes("wasm"), byCpu);
  },
});
