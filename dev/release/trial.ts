/**
 * Empty projects in which packages are installed from the stand-in of the registries and used, as a newcomer would.
 *
 * @module
 */

import { join } from "@std/path";
import { must, ROOT, TaskError, which } from "../tasks/_shared.ts";
import { readText } from "./pack/packages.ts";

/** A way to get the package. */
export interface Trial {
  readonly title: string;
  /** Where programs import it from: `npm:denovdb@0.1.0` or `jsr:@denovdb/denovdb@0.1.0`. */
  readonly from: string;
  /** The command line, from there. */
  readonly command: string;
  /** Settings for the registries. */
  readonly env: Readonly<Record<string, string>>;
  /** What the program has to say at its end: its device, and why it is that one. */
  readonly said: RegExp;
  /** Packages that are installed besides. */
  readonly others: readonly string[];
  /** What programs may do besides reading and writing files. */
  readonly permissions: readonly string[];
}

/** The program that the README begins with. */
export function tenLines(): string {
  const [, program] = /^## Ten lines\n[^]*?```ts\n([^]*?)```/m.exec(readText("README.md")) ?? [];
  if (program === undefined) throw new TaskError("README.md has no program under Ten lines");
  return `${program}console.log(context.device, "because", context.fallbackReason);\n`;
}

/** The times that something took, in milliseconds. */
export interface Times {
  /** The README's program. */
  readonly program: number;
  /** The demo's picture by the installed command. */
  readonly picture: number;
}

/** Uses a package in an empty project, with a cache of its own: the README's program, then the installed command. */
export async function tryPackage(trial: Trial): Promise<Times> {
  const folder = await Deno.makeTempDir({ dir: join(ROOT, "out/release"), prefix: "trial-" });
  try {
    await Deno.mkdir(join(folder, "examples/data"), { recursive: true });
    const scan = "examples/data/autzen_trim.laz";
    await Deno.copyFile(join(ROOT, scan), join(folder, scan));
    const installs = trial.others.map((name) => `import "${name}";\n`).join("");
    await Deno.writeTextFile(join(folder, "first.ts"), installs + tenLines());
    const imports = { "@denovdb/denovdb": trial.from };
    await Deno.writeTextFile(join(folder, "deno.json"), JSON.stringify({ imports }));
    await runIn(folder, trial, Deno.execPath(), ["cache", "--no-lock", "first.ts"]);
    const args = [
      ...["run", "--no-lock", "--cached-only", "--no-prompt", "--allow-read", ...trial.permissions],
      "first.ts",
    ];
    const program = await runIn(folder, trial, Deno.execPath(), args, trial.said);
    await tryLocked(folder, trial, args);
    return { program, picture: await tryCommand(folder, trial) };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** What takes the network away from root, and the right to write where nobody may. */
const LOCKED = [
  "unshare",
  ...["--net", "setpriv", "--inh-caps=-all", "--bounding-set=-dac_override,-dac_read_search"],
] as const;

/** Runs a program with a cache that it cannot write; without network, too, where this may be tried. */
async function tryLocked(
  folder: string,
  trial: Trial,
  args: readonly string[],
): Promise<void> {
  const [program = "", ...all] = [...await mayLock() ? LOCKED : [], Deno.execPath(), ...args];
  await must("chmod", ["-R", "a-w", join(folder, "cache")]);
  try {
    await runIn(folder, trial, program, all, trial.said);
  } finally {
    await must("chmod", ["-R", "u+w", join(folder, "cache")]);
  }
}

async function mayLock(): Promise<boolean> {
  const [program, ...args] = LOCKED;
  if (Deno.uid() !== 0 || !["unshare", "setpriv"].every(which)) return false;
  return (await new Deno.Command(program, { args: [...args, "true"] }).output()).success;
}

async function tryCommand(folder: string, trial: Trial): Promise<number> {
  await runIn(folder, trial, Deno.execPath(), [
    ...["install", "--global", "--root", "installed", "--name", "denovdb", "--no-config"],
    ...["--allow-read", "--allow-write", ...trial.permissions, trial.command],
  ]);
  const render = [
    "render",
    "examples/data/autzen_trim.laz",
    "--voxel-size",
    "3",
    "--height",
    "360",
    "-o",
    "scan.png",
  ];
  const time = await runIn(folder, trial, join(folder, "installed/bin/denovdb"), render);
  const { size } = await Deno.stat(join(folder, "scan.png"));
  if (size < 10_000) throw new TaskError(`${trial.title}: the picture has ${size} bytes`);
  return time;
}

/** Runs a program of a trial; returns the milliseconds that it took. */
async function runIn(
  folder: string,
  trial: Trial,
  program: string,
  args: string[],
  expected = /(?:)/,
): Promise<number> {
  const start = performance.now();
  const { code, stdout, stderr } = await new Deno.Command(program, {
    ...{ args, cwd: folder, stdin: "null" },
    env: { ...trial.env, NO_COLOR: "1", DENO_DIR: join(folder, "cache") },
  }).output();
  const time = performance.now() - start;
  const text = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  if (code === 0 && expected.test(text)) return time;
  throw new TaskError(
    `${trial.title}: ${program} ${args.join(" ")} ended with status ${code}:\n${text}`,
  );
}
