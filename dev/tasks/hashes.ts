/**
 * Prints a hash of the result of every operator on fixed inputs, to compare two runs by `diff`: before and after a
 * change, or on two devices.
 *
 * ```sh
 * deno task hashes --device cpu > before.txt
 * deno task hashes --device cuda | diff before.txt -
 * ```
 *
 * Rows with a `*` at the end have bits that are promised on one device only; leave them out to compare two devices. With
 * `--commands`, it prints hashes of the files that commands write instead.
 *
 * @module
 */
import { parseArgs } from "@std/cli/parse-args";
import { commandHashes } from "../calls/commands.ts";
import { allRows, type HashedRow, hashRow, tableFaults } from "../calls/mod.ts";
import { Arena, openContext } from "../../lib/core/mod.ts";
import { join } from "@std/path";
import { deno, exists, main, PROGRAM_PERMISSIONS, ROOT, say, TaskError } from "./_shared.ts";

/** Folders below `lib` that hold no operators on devices of their own. */
const OTHERS = new Set(["cli", "grad", "io", "nn"]);

function folders(): string[] {
  return [...Deno.readDirSync(join(ROOT, "lib"))]
    .filter(({ name, isDirectory }) => isDirectory && !OTHERS.has(name))
    .filter(({ name }) => exists(`lib/${name}/mod.ts`))
    .map(({ name }) => name);
}

function isDevice(name: string): name is "cpu" | "cuda" | "wasm" {
  return name === "cpu" || name === "cuda" || name === "wasm";
}

function lineOf({ title, variant, hash, error, sameOn }: HashedRow): string {
  const mark = sameOn === "one device" ? " *" : "";
  return `${title.padEnd(44)} ${variant.padEnd(36)} ${hash ?? `error: ${error}`}${mark}`;
}

/** Prints a hash of each file that commands make of the example scan. */
async function hashCommands(device: string): Promise<void> {
  const folder = join(ROOT, "out/hashes", device);
  if (exists(`out/hashes/${device}`)) await Deno.remove(folder, { recursive: true });
  await Deno.mkdir(folder, { recursive: true });
  const run = async (args: readonly string[]): Promise<void> => {
    const command = ["run", ...PROGRAM_PERMISSIONS, "lib/cli/main.ts", ...args];
    if (await deno(command, { quiet: true }) !== 0) {
      throw new TaskError(`Cannot compare files: denovdb ${args.join(" ")} failed`);
    }
  };
  const hashes = await commandHashes(run, device, folder);
  for (const [file, hash] of hashes) say(`${file.padEnd(44)} ${hash}`);
}

await main(async () => {
  const unknown: string[] = [];
  const { device, json, commands } = parseArgs(Deno.args, {
    string: ["device"],
    boolean: ["json", "commands"],
    default: { device: "cpu" },
    unknown: (given): void => void unknown.push(given),
  });
  if (unknown.length > 0 || !isDevice(device)) {
    throw new TaskError("Usage: deno task hashes [--device cpu|cuda|wasm] [--commands | --json]");
  }
  if (commands) return await hashCommands(device);
  using context = openContext({ device });
  using arena = new Arena();
  const table = allRows(context, (value) => arena.own(value));
  const faults = tableFaults(table, folders());
  if (faults.length > 0) throw new TaskError(faults.join("\n"));
  const rows: HashedRow[] = [];
  for (const row of table) {
    const hashed = await hashRow(row);
    rows.push(hashed);
    if (!json) say(lineOf(hashed));
  }
  if (json) say(JSON.stringify(rows, undefined, 2));
  const failed = rows.filter(({ error }) => error !== undefined).length;
  if (failed > 0) throw new TaskError(`${failed} of ${rows.length} rows have no hash`);
});
