/**
 * Writes the generated files from the C headers, and what doors export from the files of operators; `--check` only says
 * whether they are current.
 *
 * @module
 */

import { emitOperators, OPERATORS, type OperatorSource } from "./doors.ts";
import { emitFiles } from "./emit.ts";
import { HeaderError, type HeaderSource } from "./model.ts";
import { parseIncludes } from "./parse_header.ts";

const ROOT = new URL("../../", import.meta.url);
const INCLUDE = "ffi/include/";
const LIB = "lib/";
const UMBRELLA = "denovdb.h";

/** Reads the headers that the umbrella includes, in its order. */
export async function readHeaders(root: URL = ROOT): Promise<HeaderSource[]> {
  const names = parseIncludes(await readSource(root, UMBRELLA));
  for await (const { name } of Deno.readDir(new URL(`${INCLUDE}denovdb/`, root))) {
    if (!names.includes(`denovdb/${name}`)) {
      throw new HeaderError(
        `${INCLUDE}${UMBRELLA}`,
        1,
        `Cannot read headers: denovdb/${name} is not included`,
      );
    }
  }
  return await Promise.all(names.map((name) => readSource(root, name)));
}

/** Reads the version that the package states. */
export async function readVersion(root: URL = ROOT): Promise<string> {
  const text = await Deno.readTextFile(new URL("deno.json", root)); // may hold comments
  const version = /^ *"version": "([^"]+)"/m.exec(text)?.[1];
  if (version === undefined) throw new SyntaxError("Cannot read deno.json: it has no version");
  return version;
}

/** Writes the stale files under a root, or only lists them. */
export async function generate(check: boolean, root: URL = ROOT): Promise<string[]> {
  const stale: string[] = [];
  const files = emitFiles(await readHeaders(root), await readVersion(root));
  for (const [path, text] of [...files, ...await operatorsOf(root)]) {
    const url = new URL(path, root);
    if (await readOptional(url) === text) continue;
    stale.push(path);
    if (check) continue;
    await Deno.mkdir(new URL("./", url), { recursive: true });
    await Deno.writeTextFile(url, text);
  }
  return stale;
}

/** The generated file of each family whose door has one. */
async function operatorsOf(root: URL): Promise<[path: string, text: string][]> {
  const written: [string, string][] = [];
  for await (const { name, isDirectory } of Deno.readDir(new URL(LIB, root))) {
    const door = isDirectory
      ? await readOptional(new URL(`${LIB}${name}/mod.ts`, root))
      : undefined;
    if (door?.includes(OPERATORS) !== true) continue;
    const folder = `${LIB}${name}/`;
    const sources: OperatorSource[] = [];
    for await (const { name, isFile } of Deno.readDir(new URL(folder, root))) {
      if (!isFile) continue;
      sources.push({ name, text: await Deno.readTextFile(new URL(`${folder}${name}`, root)) });
    }
    written.push([folder + OPERATORS.slice("./".length), emitOperators(sources)]);
  }
  return written;
}

async function readSource(root: URL, name: string): Promise<HeaderSource> {
  const path = `${INCLUDE}${name}`;
  return { path, text: await Deno.readTextFile(new URL(path, root)) };
}

async function readOptional(url: URL): Promise<string | undefined> {
  try {
    return await Deno.readTextFile(url);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

if (import.meta.main) {
  const check = Deno.args.includes("--check");
  const stale = await generate(check);
  const say = (text: string): number =>
    Deno.stderr.writeSync(new TextEncoder().encode(`${text}\n`));
  for (const path of stale) say(`${check ? "stale" : "wrote"}: ${path}`);
  if (check && stale.length > 0) {
    say("Cannot go on: run `deno task bindgen`");
    Deno.exit(1);
  }
}
