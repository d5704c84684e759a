/**
 * Stands in for `@std/path` where only the npm registry can be reached: what is used here, for paths with slashes.
 *
 * Node's own functions, which Deno carries, would take longer to load than many a command runs.
 *
 * @module
 */

/** The last part of a path. */
export function basename(path: string): string {
  return /([^/]*)\/*$/.exec(path)?.[1] ?? "";
}

/** All but the last part of a path. */
export function dirname(path: string): string {
  const [, front = ""] = /^(.*?)\/*[^/]*\/*$/s.exec(path) ?? [];
  return front !== "" ? front : path.startsWith("/") ? "/" : ".";
}

/** Parts as one path. */
export function join(...parts: string[]): string {
  const path = parts.filter((part) => part !== "").join("/");
  return path === "" ? "." : normalize(path);
}

/** Parts as one path from the root; parts before one that begins there do not count. */
export function resolve(...parts: string[]): string {
  let path = "";
  for (const part of parts) path = part.startsWith("/") ? part : `${path}/${part}`;
  const whole = parts.some((part) => part.startsWith("/")) ? path : `${Deno.cwd()}/${path}`;
  return normalize(whole).replace(/(?<=.)\/$/, "");
}

/** Takes parts away that lead nowhere. */
function normalize(path: string): string {
  const isWhole = path.startsWith("/");
  const names: string[] = [];
  for (const name of path.split("/")) {
    if (name === "" || name === ".") continue;
    if (name !== ".." || names.at(-1) === ".." || (names.length === 0 && !isWhole)) {
      names.push(name);
    } else names.pop();
  }
  const own = names.join("/");
  const end = path.endsWith("/") && own !== "" ? "/" : "";
  if (isWhole) return `/${own}${end}`;
  return own === "" ? path.endsWith("/") ? "./" : "." : `${own}${end}`;
}

/** Turns a `file:` URL into a path. */
export function fromFileUrl(url: string | URL): string {
  const { protocol, pathname } = new URL(url);
  if (protocol !== "file:") throw new TypeError(`URL must be a file URL: received "${protocol}"`);
  return decodeURIComponent(pathname.replace(/%(?![0-9A-Fa-f]{2})/g, "%25"));
}

/** Turns an absolute path into a `file:` URL. */
export function toFileUrl(path: string): URL {
  if (!path.startsWith("/")) throw new TypeError(`Path must be absolute: received "${path}"`);
  const url = new URL("file:///");
  url.pathname = path.replace(/%/g, "%25").replace(/\\/g, "%5C");
  return url;
}
