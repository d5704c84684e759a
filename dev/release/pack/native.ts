/**
 * The packages of native libraries, and `@denovdb/native`, which finds those that are installed.
 *
 * @module
 */

import { createHash } from "node:crypto";
import type { PackedFile } from "./tarball.ts";
import { textFile } from "./tarball.ts";

/** A built library with the least level of processors that it runs on. */
export interface BuiltLibrary {
  readonly level: number;
  /** Its path in the package. */
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What a package of native libraries is made of. */
export interface NativeContents {
  readonly target: {
    readonly name: string;
    readonly os: string;
    readonly cpu: string;
    readonly backend: string;
    readonly hasFloor: boolean;
    readonly isUntested?: boolean;
  };
  readonly version: string;
  readonly abiHash: number;
  readonly libraries: readonly BuiltLibrary[];
  /** The library that tells the level of the processor. */
  readonly probe?: BuiltLibrary;
  readonly license: string;
}

const ABOUT = {
  license: "Apache-2.0",
  type: "module",
  description: "Native libraries of denovdb, a toolkit for sparse voxel grids and point clouds",
} as const;

/** The files of a package of native libraries. */
export function nativePackage(contents: NativeContents): readonly PackedFile[] {
  const { target, version, abiHash, libraries, probe, license } = contents;
  const name = `@denovdb/${target.name}`;
  const manifest = {
    ...{ name, version, ...ABOUT, os: [target.os], cpu: [target.cpu] },
    ...(target.os === "linux" ? { libc: ["glibc"] } : {}),
    exports: {
      ".": { types: "./mod.d.ts", default: "./mod.js" },
      "./package.json": "./package.json",
    },
    sideEffects: true,
  };
  const described = libraries.map(({ level, path, bytes }) => {
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    return `  { level: ${level}, path: at("${path}"), bytes: ${bytes.length}, sha256: "${sha256}" },`;
  });
  const code =
    `// Native libraries of denovdb ${version}. Importing this module makes them known to denovdb.
import { fileURLToPath } from "node:url";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

export const name = "${name}";
export const version = "${version}";
export const abiHash = 0x${abiHash.toString(16).padStart(8, "0")};
export const backend = "${target.backend}";
export const probe = ${probe === undefined ? "undefined" : `at("${probe.path}")`};
export const libraries = [
${described.join("\n")}
];

const installed = globalThis[Symbol.for("denovdb.native")] ??= [];
const own = { name, version, abiHash, backend, libraries, ...(probe && { probe }) };
if (!installed.some((one) => one.name === name && one.version === version)) installed.push(own);
`;
  return [
    textFile("package.json", `${JSON.stringify(manifest, null, 2)}\n`),
    textFile("mod.js", code),
    textFile("mod.d.ts", TYPES),
    textFile("README.md", readmeOf(name, target)),
    textFile("LICENSE", license),
    ...[...libraries, ...(probe === undefined ? [] : [probe])].map(({ path, bytes }) => ({
      ...{ path, bytes },
      runs: true,
    })),
  ];
}

const TYPES = `/** A library of the package. */
export interface PackagedLibrary {
  /** The least level of x86-64 that the processor must have; 0 for all. */
  readonly level: number;
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}
export declare const name: string;
export declare const version: string;
/** Hash of the C headers that the libraries were built from. */
export declare const abiHash: number;
export declare const backend: "cpu" | "cuda";
/** Library that tells the level of the processor. */
export declare const probe: string | undefined;
export declare const libraries: readonly PackagedLibrary[];
`;

function readmeOf(name: string, { hasFloor, isUntested }: NativeContents["target"]): string {
  const needs = hasFloor
    ? " They need glibc 2.28 or later."
    : isUntested
    ? "\n\n**Untested.** They are compiled on another system, and nothing has run them yet."
    : "";
  return `# ${name}

Native libraries of [denovdb](https://www.npmjs.com/package/denovdb), which installs and finds them.${needs}
A program that imports denovdb from elsewhere can import this package, too, to make them known to it.
`;
}

/** What `@denovdb/native` is made of. */
export interface FinderContents {
  readonly version: string;
  /** Packages that come with it, where they are for the machine. */
  readonly usual: readonly string[];
  /** Packages that are found where somebody installed them. */
  readonly others: readonly string[];
  readonly license: string;
}

/** The files of `@denovdb/native`. */
export function finderPackage(contents: FinderContents): readonly PackedFile[] {
  const { version, usual, others, license } = contents;
  const versions = (names: readonly string[]): Record<string, string> =>
    Object.fromEntries(names.map((name) => [`@denovdb/${name}`, version]));
  const manifest = {
    ...{ name: "@denovdb/native", version, ...ABOUT },
    exports: { ".": { types: "./mod.d.ts", default: "./mod.js" } },
    optionalDependencies: versions(usual),
    peerDependencies: versions(others),
    peerDependenciesMeta: Object.fromEntries(
      others.map((name) => [`@denovdb/${name}`, { optional: true }]),
    ),
    sideEffects: true,
  };
  const known = [...usual, ...others].map((name) => `"${name}"`).join(", ");
  const code =
    `// Makes the native libraries that are installed for this machine known to denovdb, which opens them in Deno.
const KNOWN = [${known}];

export const IS_PUBLISHED = true;

function importInstalled() {
  const { process } = globalThis;
  const { createRequire } = process.getBuiltinModule("node:module");
  const require = createRequire(import.meta.url);
  const machine = \`\${process.platform}-\${process.arch}\`;
  for (const name of KNOWN) {
    if (name !== machine && !name.startsWith(\`\${machine}-\`)) continue;
    try {
      require(\`@denovdb/\${name}\`);
    } catch {
      // It is not installed, and denovdb says which package it is missing.
    }
  }
}

if ("Deno" in globalThis) importInstalled();
`;
  return [
    textFile("package.json", `${JSON.stringify(manifest, null, 2)}\n`),
    textFile("mod.js", code),
    textFile(
      "mod.d.ts",
      "/** Whether this is the package of a registry. */\nexport declare const IS_PUBLISHED: boolean;\n",
    ),
    textFile(
      "README.md",
      "# @denovdb/native\n\nFinds the native libraries of [denovdb](https://www.npmjs.com/package/denovdb) that are installed.\n",
    ),
    textFile("LICENSE", license),
  ];
}
