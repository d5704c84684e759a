/**
 * Runs all tests, in as many processes at once as there are processors.
 *
 * @module
 */
import { isBuilt, libraryPath, WASM } from "./_native.ts";
import { describeFailure, type Failure } from "./_failures.ts";
import { filesBelow } from "../tests/walk.ts";
import { deno, present, ROOT, say, TaskError, TEST_PERMISSIONS } from "./_shared.ts";

/** Runs examples in one module. */
const EXAMPLES = "dev/tests/examples.ts";

/** Runs files of tests in one module. */
const FILES = "dev/tests/files.ts";

/** What has examples that are tests. */
const DOCUMENTED: readonly string[] = present("mod.ts", "ffi", "lib", "README.md", "docs");

/** Some tests need gigabytes, so more at once do not fit everywhere. */
const MOST_PROCESSES = 4;

/** Seconds that one processor takes for the examples, or for the tests of a folder, or else for a file of them: those that matter, roughly. */
const SECONDS: Readonly<Record<string, number>> = {
  examples: 6,
  ...{ cli: 44, ffi: 20, platforms: 16 },
  ...{ abi: 10, grid: 10, house: 10, index: 12, lod: 13, mesh: 9, rays: 10, sample: 11 },
  ...{ conv: 6, core: 6, io: 8, nn: 6, operators: 8 },
};
const SECONDS_OF_FILE = 0.3;

/** Folders whose tests run by WebAssembly, too; tests/ffi compares every operator there with the CPU. */
const ON_WASM: readonly string[] = ["core", "grid", "topology", "rays"];
const SECONDS_ON_WASM = 12;

/** How long a process should take at most: starting one and loading the library takes half a second. */
const SECONDS_OF_PART = 14;

/** Tests that one process runs. */
interface Part {
  readonly seconds: number;
  readonly args: readonly string[];
  /** The device that they run on; those that are present by default. */
  readonly device?: string;
}

/** The types of everything, examples in documentation included; nothing to do where this was checked before. */
export const CHECK_TYPES: readonly string[] = [
  ...["check", "--quiet", "--doc", ".", "README.md"],
  ...filesBelow(["docs"], ".md"), // which deno check does not look for itself
];

/**
 * Runs every test. Each part shows what it did when it has ended.
 *
 * Parts are processes, not workers of one, because tests may look at what a whole process holds: its handles, its errors.
 * Who is free takes the longest that is left.
 */
export async function testEverything(): Promise<void> {
  const failed: Failure[] = [];
  const runPart = async (args: readonly string[], device?: string): Promise<void> => {
    let output = "";
    const onFailure = (text: string): void => void (output = text);
    const env = device === undefined ? {} : { DENOVDB_DEVICE: device };
    const code = await deno(args, { whole: true, onFailure, env });
    if (code === 0) return;
    const variables = Object.entries(env).map(([name, value]) => `${name}=${value} `).join("");
    failed.push({ command: `${variables}deno ${args.join(" ")}`, code, output });
  };
  const checked = runPart(CHECK_TYPES);
  const parts = [...allParts(), ...await wasmParts()];
  const left = parts.toSorted((a, b) => b.seconds - a.seconds);
  const work = async (): Promise<void> => {
    for (let part = left.shift(); part !== undefined; part = left.shift()) {
      const args = ["test", "--no-check", ...TEST_PERMISSIONS, ...part.args];
      await runPart(args, part.device);
    }
  };
  const processes = Math.min(navigator.hardwareConcurrency, MOST_PROCESSES);
  // Types keep one processor busy.
  await Promise.all([
    checked.then(work),
    ...Array.from({ length: processes - 1 }, work),
  ]);
  if (failed.length > 0) {
    say(`\n== What failed\n${failed.map(describeFailure).join("\n")}`);
    const commands = failed.map(({ command }) => command);
    throw new TaskError(`Tests failed; each part alone:\n${commands.join("\n")}`);
  }
  say(`all ${parts.length} parts of the tests passed`);
}

/** All tests in parts of similar length: of a large folder, or of several small ones. */
function allParts(): Part[] {
  const parts: Part[] = [{
    seconds: SECONDS.examples ?? 0,
    args: [EXAMPLES, "--", ...DOCUMENTED],
  }];
  let few: Part = { seconds: 0, args: [FILES, "--"] };
  for (const { name, isDirectory } of Deno.readDirSync(`${ROOT}tests`)) {
    const folder = `tests/${name}`;
    const files = isDirectory ? filesBelow([folder], "_test.ts").length : 0;
    if (files === 0) continue;
    const seconds = SECONDS[name] ?? files * SECONDS_OF_FILE;
    if (seconds > SECONDS_OF_PART / 2) parts.push(...split(seconds, folder));
    else if (few.seconds + seconds <= SECONDS_OF_PART) {
      few = { seconds: few.seconds + seconds, args: [...few.args, folder] };
    } else {
      parts.push(few);
      few = { seconds, args: [FILES, "--", folder] };
    }
  }
  return few.seconds > 0 ? [...parts, few] : parts;
}

/** The tests that run by WebAssembly, where the module is up to date and no device is asked for. */
async function wasmParts(): Promise<Part[]> {
  if (Deno.env.get("DENOVDB_DEVICE")) return [];
  if (await isBuilt(WASM)) {
    return ON_WASM.flatMap((name) => split(SECONDS_ON_WASM, `tests/${name}`, "wasm"));
  }
  say(`tests by WebAssembly: none run, as ${libraryPath(WASM)} is not up to date`);
  return [];
}

/** Parts of what a process alone would take some seconds for. */
function split(seconds: number, folder: string, device?: string): Part[] {
  const count = Math.ceil(seconds / SECONDS_OF_PART);
  return Array.from({ length: count }, (_, at) => ({
    seconds: seconds / count,
    args: [FILES, "--", ...(count > 1 ? [`--shard=${at + 1}/${count}`] : []), folder],
    ...(device === undefined ? {} : { device }),
  }));
}
