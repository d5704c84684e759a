// deno-lint-ignore-file no-console -- tasks talk to a terminal
/**
 * What the task scripts share: running programs, finding them, saying what happens, permissions.
 *
 * @module
 */
import { fromFileUrl, join } from "@std/path";

/** The folder of `deno.json`. */
export const ROOT: string = fromFileUrl(new URL("../..", import.meta.url));

/** A failure that the person at the terminal can act on; shown without a stack. */
export class TaskError extends Error {
  override readonly name = "TaskError";
}

/** Prints one line. */
export function say(line: string): void {
  console.log(line);
}

/** Runs a task and turns failures into exit status 1 with a plain message. */
export async function main(task: () => Promise<void>): Promise<void> {
  try {
    await task();
  } catch (error) {
    if (!(error instanceof TaskError)) throw error;
    console.error(`error: ${error.message}`);
    Deno.exit(1);
  }
}

/** How a program is run. */
export interface RunOptions {
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** What stands above output that was kept back. */
  readonly title?: string;
  /** Keeps the output back and shows it only when the program fails. */
  readonly quiet?: boolean;
  /** Keeps the output back and shows all of it when the program has ended. */
  readonly whole?: boolean;
  /** Is given what a program printed that failed and whose output was kept back. */
  readonly onFailure?: (output: string) => void;
}

/** Runs a program in the project's root without standard input; returns its exit status. */
export async function run(
  program: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<number> {
  const output = options.quiet || options.whole ? "piped" : "inherit";
  const command = new Deno.Command(program, {
    args: [...args],
    cwd: ROOT,
    stdin: "null",
    stdout: output,
    stderr: output,
    ...(options.env ? { env: { ...options.env } } : {}),
  });
  const child = command.spawn();
  if (output === "inherit") return (await child.status).code;
  const { code, stdout, stderr } = await child.output();
  if (code !== 0 || options.whole) {
    const title = options.title === undefined ? "" : `== ${options.title}\n`;
    await (written = written.then(() => writeAll(new TextEncoder().encode(title), stdout, stderr)));
  }
  if (code !== 0) {
    const decoder = new TextDecoder();
    options.onFailure?.(decoder.decode(stdout) + decoder.decode(stderr));
  }
  return code;
}

/** Settles when what was kept back so far is shown: programs that end at the same time take turns. */
let written = Promise.resolve();

async function writeAll(title: Uint8Array, out: Uint8Array, errors: Uint8Array): Promise<void> {
  const parts = [[Deno.stdout, title], [Deno.stdout, out], [Deno.stderr, errors]] as const;
  for (const [to, bytes] of parts) {
    for (let at = 0; at < bytes.length;) at += await to.write(bytes.subarray(at));
  }
}

/** Runs a program that has to succeed. */
export async function must(
  program: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<void> {
  const code = await run(program, args, options);
  if (code !== 0) {
    throw new TaskError(`${program} ended with status ${code}`);
  }
}

/** Runs Deno itself, the same binary that runs this script. */
export function deno(args: readonly string[], options: RunOptions = {}): Promise<number> {
  return run(Deno.execPath(), args, options);
}

/** Finds a program on PATH. */
export function which(program: string): string | undefined {
  for (const folder of (Deno.env.get("PATH") ?? "").split(":")) {
    const path = join(folder, program);
    if (folder !== "" && exists(path)) return path;
  }
  return undefined;
}

/** Tells whether something lies at the path, seen from the root. */
export function exists(path: string): boolean {
  try {
    Deno.statSync(path.startsWith("/") ? path : join(ROOT, path));
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    if (error instanceof Deno.errors.NotADirectory) return false;
    throw error;
  }
}

/** Leaves out the paths that are not there. */
export function present(...paths: string[]): string[] {
  return paths.filter(exists);
}

/** Seconds since `start`, a value of `performance.now()`, for people. */
export function seconds(start: number): string {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`;
}

/**
 * The permissions of programs that use the library: they load it from `build/`, read anything,
 * see their own environment variables and write results to `out/`.
 */
export const PROGRAM_PERMISSIONS: readonly string[] = [
  "--allow-ffi=build",
  "--allow-read",
  "--allow-env=DENOVDB_*",
  "--allow-write=out",
];

/** Where browsers lie that tests of pages start. */
const BROWSERS: readonly string[] = present("/usr/bin/chromium", "/usr/bin/chromium-browser");

/** Other runtimes that run the library, where they are installed. */
const RUNTIMES: readonly string[] = ["node", "bun"].flatMap((name) => which(name) ?? []);

/**
 * The permissions of the tests: those of the library, servers on this machine, and what they start: Deno itself in tests
 * of crashes, a browser in those of pages, and other runtimes.
 * A process whose environment steers the dynamic linker may start others only with the unscoped permission.
 */
export const TEST_PERMISSIONS: readonly string[] = [
  ...PROGRAM_PERMISSIONS,
  "--allow-net=127.0.0.1",
  Object.keys(Deno.env.toObject()).some((name) => name.startsWith("LD_"))
    ? "--allow-run"
    : `--allow-run=${[Deno.execPath(), ...BROWSERS, ...RUNTIMES].join(",")}`,
];
