/**
 * The real data that some tests read: a folder outside the project, named by DENOVDB_DATA.
 *
 * @module
 */
import { fromFileUrl, join, resolve } from "@std/path";

const ROOT = fromFileUrl(new URL("../../", import.meta.url));
const FOLDER = resolve(ROOT, Deno.env.get("DENOVDB_DATA") ?? "../shared/data");

function exists(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

/** Registers a test that reads real files; it is skipped, and says so, where they are missing. */
export function dataTest(
  title: string,
  files: readonly string[],
  body: (...contents: Uint8Array[]) => void | Promise<void>,
): void {
  const paths = files.map((file) => join(FOLDER, file));
  Deno.test({
    name: `${title} (needs DENOVDB_DATA)`,
    ignore: !paths.every(exists),
    async fn(): Promise<void> {
      await body(...await Promise.all(paths.map((path) => read(path))));
    },
  });
}

/** Reads a file of the examples, which come with the project. */
export function readExample(name: string): Promise<Uint8Array> {
  return Deno.readFile(join(ROOT, "examples/data", name));
}

/** Reads a file, decompressing it if its name ends in .gz. */
async function read(path: string): Promise<Uint8Array> {
  const bytes = await Deno.readFile(path);
  if (!path.endsWith(".gz")) return bytes;
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(plain).arrayBuffer());
}
