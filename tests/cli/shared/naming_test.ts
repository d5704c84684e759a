import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { naming } from "../../../lib/cli/shared/naming.ts";
import { readNvdb, readVolume } from "../../../lib/io/mod.ts";

Deno.test("naming() says which file is wrong, whatever characters its name has", async () => {
  const bytes = new Uint8Array(100);
  const { message } = assertThrows(() => readNvdb(bytes), SyntaxError);
  const reason = message.replace("Cannot read NanoVDB: ", "");
  for (const path of ["a.nvdb", "$&.nvdb", "$$1 $` $'.nvdb"]) {
    const error = assertThrows(() => naming(path, () => readNvdb(bytes)), Error);
    assertEquals(error.message, `Cannot read "${path}" as NanoVDB: ${reason}`);
  }
  const late = await assertRejects(() =>
    naming("$&.nrrd", async () => await readVolume(new TextEncoder().encode("NRRD0004\n")))
  );
  assertEquals((late as Error).message.startsWith('Cannot read "$&.nrrd" as NRRD: '), true);
});

Deno.test("naming() hands on other errors as they are", () => {
  const other = new RangeError("no");
  const thrown = assertThrows(() =>
    naming("a", () => {
      throw other;
    })
  );
  assertEquals(thrown, other);
});
