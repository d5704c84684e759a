import { assertEquals } from "@std/assert";
import { dirname, fromFileUrl, join } from "@std/path";
import { outFolder } from "../../_files.ts";
import { lasBytes, type LasPoint } from "../../io/las/_bytes.ts";
import { runMain } from "../_recorder.ts";

const ROOT = dirname(fromFileUrl(new URL("../../../deno.json", import.meta.url)));

/** Every file and folder below a folder: a folder's text is empty. */
function filesIn(path: string, below = ""): Record<string, string> {
  const files: Record<string, string> = {};
  for (const { name, isDirectory } of Deno.readDirSync(path)) {
    files[below + name] = isDirectory ? "" : Deno.readFileSync(join(path, name)).toHex();
    if (isDirectory) Object.assign(files, filesIn(join(path, name), `${below}${name}/`));
  }
  return files;
}

function writeCloud(path: string, count: number): void {
  const points = Array.from({ length: count }, (_, n): LasPoint => ({
    at: [n * 37 % 4096, n * 91 % 4096, n * 37 % 4096 >> 3],
    rgb: [n * 20, n * 7, 65_535],
  }));
  Deno.writeFileSync(path, lasBytes({ format: 7, points }));
}

/** How an interrupted command ended. */
interface Interrupted {
  readonly code: number;
  readonly notes: string;
  /** Whether it came to the end of its work, where files get their names. */
  readonly committed: boolean;
}

/** Runs a command line in a process of its own, which gets a signal while its progress bar says what it does. */
async function interrupt(
  args: readonly string[],
  { at, signal }: { readonly at: string; readonly signal: Deno.Signal },
): Promise<Interrupted> {
  using folder = outFolder();
  const script = `${folder.path}/main.ts`;
  const cli = new URL("../../../lib/cli", import.meta.url).href;
  await Deno.writeTextFile(
    script,
    `import { main } from "${cli}/main.ts";
    import { Staging } from "${cli}/shared/staging.ts";
    // Nobody waits longer than this for a phase that does not come, or for a signal.
    setTimeout(() => Deno.exit(99), 60_000);
    // However fast the work is, it does not leave the phase before the signal comes.
    let isThere = false;
    const told = Promise.withResolvers();
    const { check, commit } = Staging.prototype;
    Staging.prototype.check = async function () {
      if (isThere) await told.promise;
      await check.call(this);
    };
    Staging.prototype.commit = async function () {
      Deno.writeTextFileSync("${folder.path}/committed", "");
      await told.promise;
      await commit.call(this);
    };
    function note(text) {
      if (!text.startsWith("\\r")) return console.error(text);
      if (isThere || !text.startsWith("\\r${at}")) return;
      isThere = true;
      Deno.addSignalListener("${signal}", told.resolve);
      Deno.stdout.writeSync(Uint8Array.of(1));
    }
    const output = { terminal: true, columns: 80, result: () => {}, note };
    Deno.exit(await main(${JSON.stringify(args)}, output));`,
  );
  const allowed = ["--allow-ffi=build", "--allow-env=DENOVDB_*", "--allow-read"];
  await using child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--no-check", `--config=${ROOT}/deno.json`, ...allowed]
      .concat(`--allow-write=${ROOT}/out`, script),
    cwd: ROOT,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  reader.releaseLock();
  if (value !== undefined) child.kill(signal);
  const { code, stderr } = await child.output();
  const notes = new TextDecoder().decode(stderr);
  return { code, notes, committed: "committed" in filesIn(folder.path) };
}

const MOMENTS = [
  { at: "writing", signal: "SIGTERM", status: 143, options: [] },
  { at: "writing", signal: "SIGINT", status: 130, options: ["--format", "potree"] },
  { at: "writing", signal: "SIGTERM", status: 143, options: ["--format", "dvlod"] },
  { at: "sorting", signal: "SIGINT", status: 130, options: ["--memory", "256K"] },
  { at: "writing", signal: "SIGTERM", status: 143, options: ["--memory", "256K"] },
] as const;

for (const { at, signal, status, options } of MOMENTS) {
  const command = ["lod", ...options].join(" ");
  Deno.test(`${command} leaves what was there where ${signal} comes while ${at}`, async () => {
    using folder = outFolder();
    const input = `${folder.path}/cloud.las`;
    writeCloud(input, 3000);
    const args = ["lod", input, "--out", `${folder.path}/data`, "--device", "cpu", ...options]
      .concat("--points-per-leaf", "40", "--grid-size", "4");
    const notes = "denovdb: Interrupted, nothing was written\n\n";
    const ended = { code: status, notes, committed: false };
    for (const way of ["fresh", "over"]) {
      if (way === "over") assertEquals((await runMain(args)).code, 0);
      const before = filesIn(folder.path);
      assertEquals(await interrupt([...args, "--force"], { at, signal }), ended, way);
      assertEquals(filesIn(folder.path), before, way);
    }
  });
}

/** A command that begins, and what it has told once it was there. */
interface Started {
  /** The command line, without the program. */
  readonly args: readonly string[];
  /** Statements that make it say so by a byte on stdout. */
  readonly prepare: string;
}

/** Runs a command line in a process of its own, which gets SIGINT when it says that it is there. */
async function interruptWhereItSaysSo(
  folder: string,
  { args, prepare }: Started,
): Promise<Pick<Deno.CommandOutput, "code" | "signal">> {
  const script = `${folder}/main.ts`;
  const cli = new URL("../../../lib/cli", import.meta.url).href;
  await Deno.writeTextFile(
    script,
    `import { main } from "${cli}/main.ts";
    ${prepare}
    const output = { terminal: false, columns: 80, result: () => {}, note: () => {} };
    Deno.exit(await main(${JSON.stringify(args)}, output));`,
  );
  await using child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--no-check", `--config=${ROOT}/deno.json`, "--allow-ffi=build"]
      .concat("--allow-read", `--allow-write=${ROOT}/out`, script),
    cwd: ROOT,
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const reader = child.stdout.getReader();
  const { value } = await reader.read();
  reader.releaseLock();
  if (value !== undefined) child.kill("SIGINT");
  const { code, signal } = await child.output();
  assertEquals(value?.length, 1);
  await Deno.remove(script);
  return { code, signal };
}

/** Writes a tetrahedron. */
function writeMesh(path: string): void {
  Deno.writeTextFileSync(
    path,
    "OFF\n4 4 0\n0 0 0\n4 0 0\n0 4 0\n0 0 4\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 2 0 3\n",
  );
}

/** Work in which JavaScript never gives way, in the names of functions that commands read and compute by. */
const BUSY = [
  { command: "lod", busy: "readFile", name: "cloud.ply", options: ["--force"], out: "data" },
  { command: "lod", busy: "openSync", name: "cloud.las", options: ["--force"], out: "data" },
  { command: "render", busy: "readFile", name: "cloud.ply", options: [], out: "out.png" },
  { command: "convert", busy: "readFile", name: "cloud.ply", options: ["--force"], out: "out.las" },
  { command: "mesh", busy: "readFile", name: "shape.off", options: ["--force"], out: "out.ply" },
  { command: "voxelize", busy: "readFile", name: "a.off", options: ["--force"], out: "out.ply" },
  { command: "info", busy: "readFile", name: "cloud.ply", options: [], out: undefined },
] as const;

for (const { command, busy, name, options, out } of BUSY) {
  Deno.test(`${command} ends at once on SIGINT while JavaScript is busy in ${busy}`, async () => {
    using folder = outFolder();
    const input = `${folder.path}/${name}`;
    if (name.endsWith(".off")) writeMesh(input);
    else if (name.endsWith(".las")) writeCloud(input, 10);
    else await Deno.writeTextFile(input, "old");
    if (out?.includes(".")) await Deno.writeTextFile(`${folder.path}/${out}`, "old");
    const isSized = command === "mesh" || command === "voxelize";
    const args = [command, input, ...options, ...isSized ? ["--voxel-size", "1"] : []]
      .concat(out === undefined ? [] : ["-o", `${folder.path}/${out}`]);
    const before = filesIn(folder.path);
    const ended = await interruptWhereItSaysSo(folder.path, {
      args,
      prepare: `const { ${busy}: own } = Deno;
      Deno.${busy} = (path, ...more) => {
        if (!String(path).endsWith("${name}")) return own(path, ...more);
        Deno.stdout.writeSync(Uint8Array.of(1));
        // Nothing that is told to JavaScript is heard in here.
        for (const end = performance.now() + 60_000; performance.now() < end;);
        Deno.exit(99);
      };`,
    });
    assertEquals(ended, { code: 130, signal: "SIGINT" });
    // What was there is as it was, and nothing is beside it.
    assertEquals(filesIn(folder.path), before);
  });
}

/** Commands that write a file. */
const WRITERS = [
  ["render", "cloud.las", "out.png"],
  ["convert", "cloud.las", "out.ply", "--force"],
  ["convert", "cloud.las", "out.nvdb", "--force", "--voxel-size", "100"],
  ["mesh", "shape.off", "out.ply", "--force", "--voxel-size", "1"],
  ["voxelize", "shape.off", "out.ply", "--force", "--voxel-size", "1"],
] as const;

for (const [command, name, out, ...options] of WRITERS) {
  Deno.test(`${command} leaves ${out} as it was where SIGINT comes while it is written`, async () => {
    using folder = outFolder();
    const input = `${folder.path}/${name}`;
    if (name.endsWith(".off")) writeMesh(input);
    else writeCloud(input, 50);
    const target = `${folder.path}/${out}`;
    const args = [command, input, ...options, "-o", target, "--device", "cpu"];
    const prepare = `const { writeFile: own } = Deno;
      // Nobody waits longer than this for a signal.
      setTimeout(() => Deno.exit(99), 60_000);
      const told = Promise.withResolvers();
      Deno.writeFile = async (path, ...more) => {
        if (!String(path).includes("out.")) return await own(path, ...more);
        Deno.addSignalListener("SIGINT", told.resolve);
        Deno.stdout.writeSync(Uint8Array.of(1));
        await told.promise;
        await own(path, ...more);
      };`;
    for (const way of ["fresh", "over"]) {
      if (way === "over") await Deno.writeTextFile(target, "old");
      const before = filesIn(folder.path);
      const ended = await interruptWhereItSaysSo(folder.path, { args, prepare });
      assertEquals(ended, { code: 130, signal: null }, way);
      assertEquals(filesIn(folder.path), before, way);
    }
  });
}
