import { assertEquals, assertRejects } from "@std/assert";
import { fromFileUrl, join } from "@std/path";
import { writeWhole } from "../../lib/cli/whole_file.ts";

/** Bytes of which the second half never comes, as on a disk that is full. */
function failing(): ReadableStream<Uint8Array> {
  let parts = 0;
  return new ReadableStream({
    pull(controller): void {
      if (parts++ < 2) controller.enqueue(new Uint8Array(100_000).fill(7));
      else controller.error(new Error("no space"));
    },
  });
}

async function inFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await body(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function namesIn(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name);
}

Deno.test("writeWhole() writes new files, and over those that are there", () =>
  inFolder(async (folder) => {
    const path = join(folder, "a.bin");
    await writeWhole(path, Uint8Array.of(1, 2), { createNew: true });
    assertEquals(await Deno.readFile(path), Uint8Array.of(1, 2));
    await Deno.chmod(path, 0o640);
    await writeWhole(path, Uint8Array.of(3));
    assertEquals(await Deno.readFile(path), Uint8Array.of(3));
    assertEquals(((await Deno.stat(path)).mode ?? 0) & 0o777, 0o640);
    await assertRejects(
      () => writeWhole(path, Uint8Array.of(4), { createNew: true }),
      Deno.errors.AlreadyExists,
    );
    assertEquals(await Deno.readFile(path), Uint8Array.of(3));
    assertEquals(namesIn(folder), ["a.bin"]);
  }));

Deno.test("writeWhole() leaves nothing behind where it fails", () =>
  inFolder(async (folder) => {
    await assertRejects(() => writeWhole(join(folder, "a.bin"), failing()), Error, "no space");
    assertEquals(namesIn(folder), []);
  }));

Deno.test("writeWhole() keeps what was there where it fails", () =>
  inFolder(async (folder) => {
    const path = join(folder, "a.bin");
    await Deno.writeFile(path, Uint8Array.of(5));
    await Deno.symlink(path, join(folder, "link"));
    for (const name of ["a.bin", "link"]) {
      await assertRejects(() => writeWhole(join(folder, name), failing()), Error, "no space");
    }
    assertEquals(await Deno.readFile(path), Uint8Array.of(5));
    await writeWhole(join(folder, "link"), Uint8Array.of(6));
    assertEquals(await Deno.readFile(path), Uint8Array.of(6));
    assertEquals(namesIn(folder).sort(), ["a.bin", "link"]);
  }));

Deno.test("writeWhole() writes over a file where nothing may be written beside it", () =>
  inFolder(async (folder) => {
    const path = join(folder, "a.bin");
    await Deno.writeFile(path, Uint8Array.of(1, 2, 3));
    const { href } = new URL("../../lib/cli/whole_file.ts", import.meta.url);
    const code = `import { writeWhole } from "${href}"; await writeWhole(${
      JSON.stringify(path)
    }, Uint8Array.of(4));`;
    const script = join(folder, "write.ts");
    await Deno.writeTextFile(script, code);
    const config = fromFileUrl(new URL("../../deno.json", import.meta.url));
    const { success } = await new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "--no-prompt",
        "--no-check",
        `--config=${config}`,
        "--allow-read",
        `--allow-write=${path}`,
        script,
      ],
      stderr: "inherit",
    }).output();
    assertEquals(success, true);
    assertEquals(await Deno.readFile(path), Uint8Array.of(4));
    assertEquals(namesIn(folder).sort(), ["a.bin", "write.ts"]);
  }));

Deno.test("writeWhole() writes to what is no file", async () => {
  await writeWhole("/dev/null", Uint8Array.of(1));
  assertEquals((await Deno.stat("/dev/null")).isCharDevice, true);
});
