/**
 * Pages for a browser on this machine, served on its loopback address.
 *
 * @module
 */

import { join } from "@std/path";

/** The address that is listened on: nothing outside this machine reaches it. */
const HOSTNAME = "127.0.0.1";

/** Answer under one path. */
export interface Page {
  /** Its media type. */
  readonly type: string;
  /** Text or bytes. */
  readonly body: string | Uint8Array<ArrayBuffer>;
}

/** Answers of a server. */
export interface Site {
  /** Pages by their paths, `/` the first. */
  readonly pages: ReadonlyMap<string, Page>;
  /** Folders on disk by the beginnings of paths, as in `/data/`. */
  readonly folders: ReadonlyMap<string, string>;
  /** Pages that are made when they are asked for, by their paths. */
  readonly makers: ReadonlyMap<string, () => Page>;
}

/** Options of a server. */
export interface ServeOptions {
  /** The port; 0 takes any that is free. */
  readonly port: number;
  /** Ends the server. */
  readonly signal: AbortSignal;
  /** Called with the address once browsers can connect. */
  readonly onListen: (address: string) => void;
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ["css", "text/css; charset=utf-8"],
  ["glb", "model/gltf-binary"],
  ["html", "text/html; charset=utf-8"],
  ["js", "text/javascript; charset=utf-8"],
  ["json", "application/json"],
]);

/** Pages may load from this server and from nowhere else; models are made of blobs in the page. */
const HEADERS: Readonly<Record<string, string>> = {
  "cache-control": "no-cache",
  "content-security-policy":
    "default-src 'self'; script-src 'self' 'unsafe-inline'; connect-src 'self' blob: data:; " +
    "img-src 'self' blob: data:",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

/**
 * The media type of a file.
 *
 * @param name The file's name.
 */
export function mediaType(name: string): string {
  const ending = /\.([a-z]+)$/.exec(name)?.[1] ?? "";
  return TYPES.get(ending) ?? "application/octet-stream";
}

/**
 * Serves a site until the signal ends it.
 *
 * @param site What to serve.
 * @param options The port, the signal, and whom to tell the address.
 * @throws {Error} If the port is taken.
 */
export async function serveSite(
  site: Site,
  { port, signal, onListen }: ServeOptions,
): Promise<void> {
  const listen = (): Deno.HttpServer<Deno.NetAddr> =>
    Deno.serve({
      hostname: HOSTNAME,
      port,
      signal,
      onListen: ({ port }) => onListen(`http://${HOSTNAME}:${port}/`),
    }, (request) => answer(site, request));
  await started(listen, port).finished;
}

function started<T>(listen: () => T, port: number): T {
  try {
    return listen();
  } catch (error) {
    if (!(error instanceof Deno.errors.AddrInUse)) throw error;
    throw new Error(`Cannot serve: port ${port} is taken, "--port 0" takes one that is free`, {
      cause: error,
    });
  }
}

/**
 * Answers one request.
 *
 * @param site What is served.
 * @param request A GET or HEAD request whose host is this machine; others are refused.
 * @returns The page, the file or what is wrong.
 */
export async function answer(site: Site, request: Request): Promise<Response> {
  const { pathname, hostname } = new URL(request.url);
  // Another name for this address would let a foreign page read the answers as its own.
  if (hostname !== HOSTNAME && hostname !== "localhost") return refusal(403, "Foreign host");
  if (request.method !== "GET" && request.method !== "HEAD") {
    return refusal(405, "Only GET and HEAD are answered", { allow: "GET, HEAD" });
  }
  const isHead = request.method === "HEAD";
  const page = site.pages.get(pathname) ?? made(site, pathname);
  if (page instanceof Response) return page;
  if (page !== undefined) {
    const body = typeof page.body === "string" ? new TextEncoder().encode(page.body) : page.body;
    return found(isHead ? null : body, { type: page.type, length: body.length });
  }
  for (const [start, folder] of site.folders) {
    if (!pathname.startsWith(start)) continue;
    const file = await openFile(folder, pathname.slice(start.length));
    if (file === undefined) break;
    if (isHead) file.handle.close();
    return found(isHead ? null : file.handle.readable, file);
  }
  return refusal(404, "Not found");
}

/** Answer that is made for a path, or the error. */
function made({ makers }: Site, path: string): Page | Response | undefined {
  try {
    return makers.get(path)?.();
  } catch (error) {
    return refusal(500, error instanceof Error ? error.message : "It cannot be made");
  }
}

/** A file that may be sent. */
interface OpenFile {
  readonly handle: Deno.FsFile;
  readonly type: string;
  readonly length: number;
}

/** Opens a file in a folder; none that is not there, is hidden, or leads out of the folder. */
async function openFile(folder: string, path: string): Promise<OpenFile | undefined> {
  const parts = path.split("/").map(decoded);
  if (!parts.every((part) => part !== undefined && isPlainName(part))) return undefined;
  try {
    const root = await Deno.realPath(folder);
    const real = await Deno.realPath(join(root, ...parts.map((part) => part ?? "")));
    if (!real.startsWith(join(root, "/"))) return undefined;
    const { isFile } = await Deno.stat(real);
    if (!isFile) return undefined;
    const handle = await Deno.open(real);
    const { size } = await handle.stat();
    return { handle, type: mediaType(real), length: size };
  } catch (error) {
    const isAbsent = error instanceof Deno.errors.NotFound ||
      error instanceof Deno.errors.NotADirectory ||
      error instanceof Deno.errors.FilesystemLoop;
    if (isAbsent) return undefined;
    throw error;
  }
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined; // a % that no two digits follow
  }
}

/** Whether a part of a path is the name of a file or folder and nothing more. */
function isPlainName(part: string): boolean {
  return part !== "" && !part.startsWith(".") && !/[/\\\0]/.test(part);
}

function found(
  body: BodyInit | null,
  { type, length }: { readonly type: string; readonly length: number },
): Response {
  return new Response(body, {
    headers: { ...HEADERS, "content-type": type, "content-length": String(length) },
  });
}

function refusal(status: number, text: string, headers: Record<string, string> = {}): Response {
  return new Response(`${text}\n`, {
    status,
    headers: { ...HEADERS, "content-type": "text/plain; charset=utf-8", ...headers },
  });
}
