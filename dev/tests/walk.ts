/**
 * Finds the files whose tests are to be run.
 *
 * @module
 */
import { fromFileUrl } from "@std/path";

/** The folder of `deno.json`. */
const ROOT = fromFileUrl(new URL("../..", import.meta.url));

/** The files below the paths, seen from the root, whose names end so; a path may be a file, too. */
export function filesBelow(paths: readonly string[], ...ends: readonly string[]): string[] {
  const found = paths.flatMap((path) => {
    if (!Deno.statSync(ROOT + path).isDirectory) return [path];
    const inside = [...Deno.readDirSync(ROOT + path)].map(({ name }) => `${path}/${name}`);
    return filesBelow(inside, ...ends);
  });
  return found.filter((path) => ends.some((end) => path.endsWith(end))).sort();
}

/** A part of a list, as `--shard=2/3` of `deno test` asks for it: the second of three. */
export function shardOf<T>(list: readonly T[], shard: string): T[] {
  const [, part, count] = /^--shard=([1-9]\d*)\/([1-9]\d*)$/.exec(shard) ?? [];
  if (part === undefined || count === undefined) {
    throw new RangeError(`Cannot take a part: "${shard}" is not like --shard=2/3`);
  }
  return list.filter((_, at) => at % Number(count) === Number(part) - 1);
}
