/**
 * Native libraries that come as npm packages, such as `@denovdb/linux-x64`.
 *
 * Each of them says what it holds when it is imported: the published package imports `@denovdb/native`, which imports
 * those that are installed, and a program may import one itself. A package may have the same library several times, for
 * processors of different levels, and a tiny one that tells the level of the processor.
 *
 * @module
 */

import "@denovdb/native";
import { ABI_HASH, LIBRARY_VERSION } from "./_generated/symbols.ts";
import { LibraryError } from "./base/errors.ts";

/** A library of a package. */
export interface PackagedLibrary {
  /** The least level that a processor must have: 2, 3 or 4 for x86-64-v2, -v3 and -v4; 0 for all. */
  readonly level: number;
  /** Its file. */
  readonly path: string;
  /** Size of the file. */
  readonly bytes: number;
  /** Checksum of the file, in hexadecimal digits. */
  readonly sha256: string;
}

/** The entry of a package in the global list of installed ones. */
export interface NativePackage {
  /** Its name, such as `@denovdb/linux-x64`. */
  readonly name: string;
  /** Its version, which must be that of this package. */
  readonly version: string;
  /** Hash of the headers that its libraries were built from. */
  readonly abiHash: number;
  /** The backend of its libraries. */
  readonly backend: string;
  /** File of the library that tells the level of the processor; not there where all libraries are of level 0. */
  readonly probe?: string;
  /** Its libraries. */
  readonly libraries: readonly PackagedLibrary[];
}

/** A library of an installed package, to be checked before it is opened. */
export interface FoundLibrary {
  readonly path: string;
  /** Advice to mend the installation. */
  readonly hint: string;
  /** Compares the file with what the package says of it, where it may be read; throws what is wrong. */
  readonly check: () => void;
}

/**
 * Finds the library for this processor in the packages that are installed.
 *
 * @returns Undefined if there is no package for the backend.
 * @throws {LibraryError} If there are only packages of other versions, or none of their libraries runs on this processor.
 */
export function findInstalled(backend: string): FoundLibrary | undefined {
  const installed = listInstalled().filter((one) => one.backend === backend);
  if (installed.length === 0) return undefined;
  const fitting = installed.find(({ version, abiHash }) =>
    version === LIBRARY_VERSION && abiHash === ABI_HASH
  );
  if (fitting === undefined) throw refuseVersions(backend, installed);
  const { name, probe, libraries } = fitting;
  const level = probe === undefined ? 0 : readLevel(backend, probe, mend(name));
  const [best] = libraries.filter((one) => one.level <= level).sort((a, b) => b.level - a.level);
  if (best === undefined) throw refuseProcessor(backend, fitting, level);
  const { path, bytes, sha256 } = best;
  return { path, hint: mend(name), check: () => checkFile(path, bytes, sha256) };
}

/** Packages know the list by the same name. */
function listInstalled(): readonly NativePackage[] {
  const list: unknown = Reflect.get(globalThis, Symbol.for("denovdb.native"));
  return Array.isArray(list) ? list : [];
}

function whatOf(backend: string): string {
  return `the ${backend} library`;
}

/** Commands that install what fits, and again what is damaged, which the first of them leaves alone. */
function mend(name: string): string {
  const commands = `deno add npm:${name}@${LIBRARY_VERSION} && deno install --reload`;
  return `\`${commands}\` installs the one that fits`;
}

function refuseVersions(backend: string, installed: readonly NativePackage[]): LibraryError {
  const tried = installed.map(({ name, version, abiHash, libraries }) => ({
    path: libraries[0]?.path ?? name,
    reason: `${name} has version ${version} with ABI hash ${hex(abiHash)}, ` +
      `but version ${LIBRARY_VERSION} with ABI hash ${hex(ABI_HASH)} is needed`,
  }));
  return new LibraryError(whatOf(backend), tried, mend(installed[0]?.name ?? ""));
}

function refuseProcessor(backend: string, fitting: NativePackage, level: number): LibraryError {
  const least = Math.min(...fitting.libraries.map((one) => one.level));
  const tried = fitting.libraries.map(({ path }) => ({
    path,
    reason: `${fitting.name} needs a processor of level x86-64-v${least}, and this is ${level}`,
  }));
  return new LibraryError(whatOf(backend), tried, "run `deno task build` in a checkout of denovdb");
}

/** Levels by the probes that told them: a processor stays what it is. */
const levels = new Map<string, number>();

function readLevel(backend: string, probe: string, hint: string): number {
  const known = levels.get(probe);
  if (known !== undefined) return known;
  try {
    const library = Deno.dlopen(probe, {
      "dvdb_processor_level": { parameters: [], result: "u32" },
    });
    const level = library.symbols.dvdb_processor_level();
    library.close();
    levels.set(probe, level);
    return level;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const mayNot = error instanceof Deno.errors.NotCapable;
    throw new LibraryError(whatOf(backend), [{ path: probe, reason }], mayNot ? undefined : hint);
  }
}

function checkFile(path: string, bytes: number, sha256: string): void {
  if (Deno.permissions.querySync({ name: "read", path }).state !== "granted") return;
  const { size } = Deno.statSync(path);
  if (size !== bytes) throw new Error(`it has ${size} bytes, and its package says ${bytes}`);
  // Not by an import, which browsers could not follow.
  const { createHash } = globalThis.process.getBuiltinModule("node:crypto");
  const found = createHash("sha256").update(Deno.readFileSync(path)).digest("hex");
  if (found === sha256) return;
  throw new Error(`its SHA-256 begins with ${found.slice(0, 8)}, not with ${sha256.slice(0, 8)}`);
}

function hex(value: number): string {
  return `0x${(value >>> 0).toString(16).padStart(8, "0")}`;
}
