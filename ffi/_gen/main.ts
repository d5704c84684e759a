/**
 * Writes the generated files from the C headers; `--check` only says whether they are current.
 *
 * @module
 */

import { emitFiles } from "./emit.ts";
import { HeaderError, type HeaderSource } from "./model.ts";
import { parseIncludes } from "./parse_header.ts";

const ROOT = new URL("../../", import.meta.url);
const INCLUDE = "ffi/include/";
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
  for (const [path, text] of emitFiles(await readHeaders(root), await readVersion(root))) {
    const url = new URL(path, root);
    if (await readOptional(url) === text) continue;
    stale.push(path);
    if (check) continue;
    await Deno.mkdir(new URL("./", url), { recursive: true });
    await Deno.writeTextFile(url, text);
  }
  return stale;
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
