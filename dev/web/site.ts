/**
 * The page of `examples/web` and all that it imports, for browsers on this machine.
 *
 * @module
 */

import { join } from "@std/path";
import { exists, ROOT } from "../tasks/_shared.ts";
import { compileSource, LAZ_PERF, lazPerfFolder, lazPerfModule } from "./sources.ts";

/** How a site is served. */
export interface WebOptions {
  /** Whether pages are isolated from those of other sites, which they must be to have threads. */
  readonly isolated: boolean;
}

/** What lets a page share memory with its workers. */
const ISOLATION = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
} as const;

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  wasm: "application/wasm",
};

/** Answers requests: the page at `/`, sources of the checkout as JavaScript, and the two modules of WebAssembly. */
export function webSite(options: WebOptions): (request: Request) => Promise<Response> {
  const headers = options.isolated ? ISOLATION : {};
  const compiled = new Map<string, string>();
  return async (request) => {
    const { pathname } = new URL(request.url);
    const path = pathname === "/" ? "examples/web/index.html" : pathname.slice(1);
    const body = await contentsOf(path, compiled);
    if (body === undefined) return new Response("Not found", { status: 404, headers });
    const type = TYPES[path.split(".").at(-1) ?? ""] ?? "application/octet-stream";
    return new Response(body, { headers: { ...headers, "content-type": type } });
  };
}

/** Folders whose sources pages may import. */
const SERVED = /^(?:mod|(?:lib|ffi|examples\/web|dev\/std\/path)\/[\w/]+)\.js$/;

async function contentsOf(
  path: string,
  compiled: Map<string, string>,
): Promise<string | Uint8Array<ArrayBuffer> | undefined> {
  const read = (file: string): Promise<Uint8Array<ArrayBuffer>> => Deno.readFile(join(ROOT, file));
  if (path === LAZ_PERF.code) return await lazPerfModule();
  if (path === LAZ_PERF.wasm) {
    return await Deno.readFile(join(await lazPerfFolder(), "lib/laz-perf.wasm"));
  }
  if (/^(?:examples\/web\/\w+\.html|build\/wasm\/denovdb\.wasm)$/.test(path) && exists(path)) {
    return await read(path);
  }
  if (!SERVED.test(path)) return undefined;
  if (exists(path)) return await read(path);
  const source = path.replace(/js$/, "ts");
  if (!compiled.has(path) && exists(source)) {
    compiled.set(path, compileSource(source, { forPages: true }));
  }
  return compiled.get(path);
}
