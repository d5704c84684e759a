/**
 * Stands in for `@std/path` where only the npm registry can be reached.
 * The functions are Node's own, which Deno carries and types.
 *
 * @module
 */
import { fileURLToPath, pathToFileURL } from "node:url";

export {
  basename,
  dirname,
  extname,
  isAbsolute,
  join,
  normalize,
  relative,
  resolve,
} from "node:path";

/** Turns a `file:` URL into a path. */
export function fromFileUrl(url: string | URL): string {
  return fileURLToPath(url);
}

/** Turns an absolute path into a `file:` URL. */
export function toFileUrl(path: string): URL {
  return pathToFileURL(path);
}
