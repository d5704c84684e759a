/**
 * Finds and opens the native libraries.
 *
 * @module
 */

import { IS_PUBLISHED } from "@denovdb/native";
import { fromFileUrl } from "@std/path";
import { createNative, type Native, type NativeSymbols } from "./_generated/native.ts";
import {
  ABI_HASH,
  Backend,
  LIBRARY_VERSION as VERSION_OF_SYMBOLS,
  SYMBOLS,
} from "./_generated/symbols.ts";
import { mayReadEnv, readEnv } from "./_env.ts";
import { readText } from "./_text.ts";
import { LibraryError } from "./base/errors.ts";
import { findInstalled } from "./packages.ts";
import { EMBEDDED_PATH, isEmbedded } from "./wasm/compiled.ts";
import { openModule } from "./wasm/library.ts";

/**
 * The version of the package, which native libraries must have, too.
 *
 * @category Contexts
 */
export const LIBRARY_VERSION: string = VERSION_OF_SYMBOLS;

/** The native backend that a library holds; a WebAssembly module is a library, too. */
export type BackendName = "cpu" | "cuda" | "wasm";

/** An opened native library; disposing it closes it when it is open nowhere else. */
export interface Library extends Disposable {
  /** File that was opened. */
  readonly path: string;
  /** Native backend that it holds. */
  readonly backend: BackendName;
  /** Its functions. */
  readonly native: Native;
  /** Features that it lacks on this machine, for people. */
  readonly note?: string | undefined;
}

/** A library that this process has open, and how many hold it. */
interface OpenLibrary extends Omit<Library, typeof Symbol.dispose> {
  users: number;
  readonly close: () => void;
}

/** A place where a library may be, and advice if it cannot be opened from there. */
interface Place {
  readonly path?: string;
  readonly hint?: string;
  /** Throws what is wrong with the file, before it is opened. */
  readonly check?: () => void;
}

/** The loader's message about a file that is not there. */
const NO_FILE = "cannot open shared object file: No such file or directory";

/** Names of systems and processors in packages. */
const SYSTEMS: Readonly<Record<string, string>> = { windows: "win32" };
const PROCESSORS = { x86_64: "x64", aarch64: "arm64" } as const;

/** Extensions of libraries. */
const ENDINGS: Readonly<Record<string, string>> = { windows: "dll", darwin: "dylib" };

const opened = new Map<string, OpenLibrary>();

/**
 * Opens a native library; a file that is already open is shared.
 *
 * The order of search is: the given file; the one that `DENOVDB_LIBRARY_CPU`, `DENOVDB_LIBRARY_CUDA` or
 * `DENOVDB_LIBRARY_WASM` names; the one of an installed npm package, such as `@denovdb/linux-x64`, or inside of this
 * package; the one built beside this package.
 *
 * @param backend Native backend that the library must hold; any if `undefined`, which needs a file.
 * @param file The library's file.
 * @returns The library; the caller closes it.
 * @throws {LibraryError} If there is no such library, or if it is incompatible with this package.
 */
export function openLibrary(backend: BackendName | undefined, file?: string | URL): Library {
  const place: Place = file === undefined ? findLibrary(backend) : { path: pathOf(file) };
  const { path, hint } = place;
  const what = backend === undefined ? "the native library" : `the ${backend} library`;
  if (path === undefined) throw new LibraryError(what, [], hint);
  try {
    let library = opened.get(path);
    if (library === undefined) {
      place.check?.();
      library = openFile(path);
    }
    if (backend !== undefined && library.backend !== backend) {
      if (library.users === 0) library.close();
      throw new Error(`it holds the ${library.backend} backend`);
    }
    return share(library);
  } catch (error) {
    const reason = reasonOf(error, path);
    const mayNot = "Deno" in globalThis && error instanceof Deno.errors.NotCapable;
    throw new LibraryError(what, [{ path, reason }], mayNot ? undefined : hint);
  }
}

/** Why a file cannot be opened, without what the message says anyway. */
function reasonOf(error: unknown, path: string): string {
  const text = error instanceof Error ? error.message : String(error);
  // The loader begins with the path, perhaps made whole.
  const named = `${path.replace(/^\.\//, "")}: `;
  const from = text.indexOf(named);
  // It says the same, behind another name, of a library that this one needs.
  if (from < 0) return text.replace(/^(Could not open library: )+/, "");
  const said = text.slice(from + named.length);
  return said === NO_FILE ? "there is no such file" : said;
}

function share(library: OpenLibrary): Library {
  const { path, backend, native, note } = library;
  opened.set(path, library);
  library.users += 1;
  let held = true;
  return {
    path,
    backend,
    native,
    note,
    [Symbol.dispose](): void {
      if (!held) return;
      held = false;
      library.users -= 1;
      if (library.users > 0) return;
      opened.delete(path);
      library.close();
    },
  };
}

function findLibrary(backend: BackendName = "cpu"): Place {
  const variable = `DENOVDB_LIBRARY_${backend.toUpperCase()}`;
  const named = readEnv(variable);
  if (named !== undefined) return { path: pathOf(named), hint: `${variable} names this file` };
  if (backend === "wasm" && isEmbedded()) return { path: EMBEDDED_PATH };
  if (backend !== "wasm" && !("Deno" in globalThis)) {
    return { hint: "only Deno opens native libraries: WebAssembly runs everywhere" };
  }
  const installed = findInstalled(backend);
  if (installed !== undefined) return installed;
  const task = backend === "cpu" ? "`deno task build`" : `\`deno task build:${backend}\``;
  const permission = mayReadEnv(variable) ? "" : ` and allow it with --allow-env=${variable}`;
  const root = new URL("../", import.meta.url);
  if (IS_PUBLISHED || root.protocol !== "file:") {
    if (backend === "wasm") return { hint: `name a module in ${variable}${permission}` };
    const [os, processor] = [SYSTEMS[Deno.build.os] ?? Deno.build.os, PROCESSORS[Deno.build.arch]];
    const name = `npm:@denovdb/${os}-${processor}${backend === "cpu" ? "" : `-${backend}`}`;
    const hint = `install ${name}@${LIBRARY_VERSION} and import it, or run ${task} in a checkout ` +
      `of denovdb and name the library in ${variable}${permission}`;
    return { hint };
  }
  return {
    path: fromFileUrl(new URL(`build/${backend}/${fileOf(backend)}`, root)),
    hint: `run ${task} in "${fromFileUrl(root)}", or name a library in ${variable}${permission}`,
  };
}

/** The name of a library's file. */
function fileOf(backend: BackendName): string {
  if (backend === "wasm") return "denovdb.wasm";
  return `libdenovdb_${backend}.${ENDINGS[Deno.build.os] ?? "so"}`;
}

/** A bare name would be looked up in the system's folders, where permissions do not reach. */
function pathOf(file: string | URL): string {
  const path = file instanceof URL || file.startsWith("file:") ? fromFileUrl(file) : file;
  const isBare = !path.includes("/") && !(isWindows() && path.includes("\\"));
  return isBare ? `./${path}` : path;
}

function isWindows(): boolean {
  return "Deno" in globalThis && Deno.build.os === "windows";
}

/** Symbols that every version has: one is asked before others are looked up, and one where they do not fit. */
const PROBE = { "dvdb_abi_hash": SYMBOLS.dvdb_abi_hash };
const VERSION = { "dvdb_version": SYMBOLS.dvdb_version };

/**
 * Functions that run on threads of their own: calls of them go through the library, which has to be open. Of the others
 * only the first byte is looked at, to see that they are there.
 */
const OPENED: Deno.ForeignLibraryInterface = Object.fromEntries(
  Object.entries(SYMBOLS).map(([name, symbol]) => [
    name,
    "nonblocking" in symbol ? symbol : { type: "u8" },
  ]),
);

/**
 * Functions that are looked up when they are first called: that compiles a piece of code for each, and few programs
 * call more than some of them. What was looked up stays, as the library is never unloaded.
 */
function lookUpLater(path: string, opened: Readonly<Record<string, unknown>>): NativeSymbols {
  const symbols = { ...opened };
  for (const name of Object.keys(SYMBOLS) as (keyof typeof SYMBOLS)[]) {
    if (typeof opened[name] === "function") continue;
    const get = (): unknown => {
      const symbol: Deno.ForeignLibraryInterface = { [name]: SYMBOLS[name] };
      const library = Deno.dlopen(path, symbol);
      const value = library.symbols[name];
      library.close();
      Object.defineProperty(symbols, name, { value });
      return value;
    };
    Object.defineProperty(symbols, name, { get, configurable: true, enumerable: true });
  }
  return symbols as NativeSymbols;
}

function openFile(path: string): OpenLibrary {
  if (/\.wasm$/i.test(path)) return openWasm(path);
  const probe = Deno.dlopen(path, PROBE);
  try {
    const hash = new Uint32Array(1);
    probe.symbols.dvdb_abi_hash(hash);
    checkHash(hash, () => readVersion(path));
    const library = Deno.dlopen(path, OPENED);
    const native = createNative(lookUpLater(path, library.symbols));
    const kind = new Uint32Array(1);
    native.backendKind({ outBackend: kind });
    return {
      path,
      native,
      backend: kind[0] === Backend.CUDA ? "cuda" : "cpu",
      users: 0,
      close: () => library.close(),
    };
  } finally {
    probe.close();
  }
}

function openWasm(path: string): OpenLibrary {
  const module = openModule(path);
  try {
    const { native, note } = module;
    const hash = new Uint32Array(1);
    native.abiHash({ outHash: hash });
    checkHash(
      hash,
      () =>
        readText((text, length) =>
          native.version({ outText: text, capacity: text.length, outLength: length })
        ),
    );
    return { path, native, note, backend: "wasm", users: 0, close: () => module.close() };
  } catch (error) {
    module.close();
    throw error;
  }
}

function checkHash([hash = 0]: Uint32Array, version: () => string): void {
  if (hash === ABI_HASH) return;
  throw new Error(
    `it is version ${version()} with ABI hash ${hex(hash)}, ` +
      `but version ${LIBRARY_VERSION} with ABI hash ${hex(ABI_HASH)} is needed`,
  );
}

function readVersion(path: string): string {
  const library = Deno.dlopen(path, VERSION);
  try {
    const { symbols } = library;
    return readText((text, length) => symbols.dvdb_version(text, text.length, length));
  } finally {
    library.close();
  }
}

function hex(value: number): string {
  return `0x${value.toString(16).padStart(8, "0")}`;
}
