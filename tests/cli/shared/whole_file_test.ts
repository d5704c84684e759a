import { assertEquals, assertRejects } from "@std/assert";
import { dirname, fromFileUrl, join } from "@std/path";
import { writeWhole } from "../../../lib/cli/shared/whole_file.ts";
import { outFolder } from "../../_files.ts";

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
  using folder = outFolder();
  await body(folder.path);
}

/** Starts code that has writeWhole() in a process of its own. */
async function startWith(
  folder: string,
  allowWrite: string,
  code: string,
): Promise<Deno.ChildProcess> {
  const { href } = new URL("../../../lib/cli/shared/whole_file.ts", import.meta.url);
  const script = join(folder, "write.ts");
  await Deno.writeTextFile(script, `import { writeWhole } from "${href}";\n${code}`);
  const config = fromFileUrl(new URL("../../../deno.json", import.meta.url));
  const args = ["run", "--no-prompt", "--no-check", `--config=${config}`, "--allow-read"];
  return new Deno.Command(Deno.execPath(), {
    args: [...args, allowWrite, script],
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
}

/** Runs it, for what needs other permissions to write than tests have. */
async function runWith(allowWrite: string, code: string): Promise<void> {
  using folder = outFolder();
  await using child = await startWith(folder.path, allowWrite, code);
  const { success } = await child.output();
  assertEquals(success, true);
}

/** Starts to write a file that never ends, and sends a signal when half of it is there. */
async function interrupt(path: string, signal: Deno.Signal): Promise<Deno.CommandStatus> {
  using folder = outFolder();
  const code = `
    let parts = 0;
    const half = new ReadableStream({
      async pull(controller) {
        // Of so many parts the first ones are written, whatever is held back on the way.
        if (parts++ < 16) return controller.enqueue(new Uint8Array(100_000));
        console.log("half");
        await new Promise((resume) => setTimeout(resume, 60_000));
      },
    });
    try {
      await writeWhole(${JSON.stringify(path)}, half);
    } catch (error) {
      Deno.exit(error.status);
    }`;
  await using child = await startWith(folder.path, `--allow-write=${dirname(path)}`, code);
  const reader = child.stdout.getReader();
  await reader.read();
  const sizes = namesIn(dirname(path)).map((name) => Deno.statSync(join(dirname(path), name)).size);
  assertEquals(sizes.some((size) => size >= 100_000), true);
  child.kill(signal);
  await reader.cancel();
  return await child.status;
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

Deno.test("writeWhole() writes large arrays part by part", () =>
  inFolder(async (folder) => {
    const path = join(folder, "a.bin");
    const bytes = new Uint8Array((1 << 24) * 2 + 3).map((_, at) => at % 253);
    for (let time = 0; time < 2; time++) await writeWhole(path, bytes);
    assertEquals(await Deno.readFile(path), bytes);
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
    await assertRejects(() => writeWhole(path, failing()), Error, "no space");
    assertEquals(await Deno.readFile(path), Uint8Array.of(5));
    assertEquals(namesIn(folder), ["a.bin"]);
  }));

for (const [signal, status] of [["SIGINT", 130], ["SIGTERM", 143]] as const) {
  Deno.test(`writeWhole() leaves nothing behind, and what was there, on ${signal}`, () =>
    inFolder(async (folder) => {
      const fresh = join(await Deno.realPath(folder), "a.bin");
      const ended = { success: false, code: status, signal: null };
      assertEquals(await interrupt(fresh, signal), ended);
      assertEquals(namesIn(folder), []);
      await Deno.writeFile(fresh, Uint8Array.of(5));
      assertEquals(await interrupt(fresh, signal), ended);
      assertEquals(await Deno.readFile(fresh), Uint8Array.of(5));
      assertEquals(namesIn(folder), ["a.bin"]);
    }));
}

Deno.test("writeWhole() writes to where a link leads", () =>
  inFolder(async (folder) => {
    const path = await Deno.realPath(folder) + "/a.bin";
    await Deno.writeFile(path, Uint8Array.of(5));
    const [from, link] = [JSON.stringify(path), JSON.stringify(`${folder}/link`)];
    await runWith(
      "--allow-write",
      `Deno.symlinkSync(${from}, ${link}); await writeWhole(${link}, Uint8Array.of(6));`,
    );
    assertEquals(await Deno.readFile(path), Uint8Array.of(6));
    assertEquals((await Deno.lstat(`${folder}/link`)).isSymlink, true);
    assertEquals(namesIn(folder).sort(), ["a.bin", "link"]);
  }));

Deno.test("writeWhole() writes over a file where nothing may be written beside it", () =>
  inFolder(async (folder) => {
    const path = join(folder, "a.bin");
    await Deno.writeFile(path, Uint8Array.of(1, 2, 3));
    await runWith(
      `--allow-write=${path}`,
      `await writeWhole(${JSON.stringify(path)}, Uint8Array.of(4));`,
    );
    assertEquals(await Deno.readFile(path), Uint8Array.of(4));
    assertEquals(namesIn(folder), ["a.bin"]);
  }));

Deno.test("writeWhole() writes to what is no file", async () => {
  await runWith(
    "--allow-write=/dev/null",
    `await writeWhole("/dev/null", Uint8Array.of(1));
    await writeWhole("/dev/null", Uint8Array.of(1), { createNew: true });
    if (!Deno.statSync("/dev/null").isCharDevice) throw new Error("it is a file");`,
  );
});
