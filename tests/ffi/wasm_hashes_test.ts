import { assertEquals } from "@std/assert";
import { type Context, openContext, scope } from "../../mod.ts";
import { allRows, hashRow } from "../../dev/calls/mod.ts";
import { contexts } from "../_backends.ts";
import { hasModule, MODULE } from "./_wasm.ts";

/** The hash of the results of every operator whose results are promised to be the same on all devices. */
async function hashes(context: Context): Promise<ReadonlyMap<string, string>> {
  return await scope(async (own) => {
    const lines = new Map<string, string>();
    for (const row of allRows(context, own)) {
      if (row.sameOn === "one device") continue;
      const { title, variant, hash, error } = await hashRow(row);
      lines.set(`${title} ${variant}`, hash ?? `error: ${error}`);
    }
    return lines;
  });
}

const cpu = contexts.find(({ device }) => device === "cpu");
const reason = cpu === undefined
  ? ": skipped: no CPU library"
  : hasModule
  ? ""
  : ": skipped: no module";

Deno.test({
  name: `every operator has the same bits by WebAssembly as on the CPU [wasm${reason}]`,
  ignore: reason !== "",
  async fn(): Promise<void> {
    if (cpu === undefined) return;
    using wasm = openContext({ device: "wasm", library: MODULE });
    assertEquals(await hashes(wasm), await hashes(cpu));
  },
});
