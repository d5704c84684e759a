import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { NativePackage, PackagedLibrary } from "../../ffi/packages.ts";
import { ABI_HASH, LIBRARY_VERSION } from "../../ffi/_generated/symbols.ts";
import { openLibrary } from "../../ffi/library.ts";
import "../_backends.ts";
import { runScript } from "../_child.ts";
import { outFolder } from "../_files.ts";
import type { InstalledOutcome } from "./_open_installed.ts";

// Held open by the contexts of _backends.ts.
const { path: CPU } = openLibrary("cpu");
const NAME = "@denovdb/linux-x64";
const MEND = `\`deno add npm:${NAME}@${LIBRARY_VERSION} && deno install --reload\` installs`;

/** A copy of the library as a package has it. */
async function packaged(folder: string, name: string): Promise<PackagedLibrary> {
  const path = `${folder}/${name}`;
  const bytes = Deno.readFileSync(CPU);
  Deno.writeFileSync(path, bytes);
  const sha256 = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
  return { level: 0, path, bytes: bytes.length, sha256 };
}

function packageOf(library: PackagedLibrary, changed: Partial<NativePackage> = {}): NativePackage {
  const libraries = [library];
  const same = { version: LIBRARY_VERSION, abiHash: ABI_HASH, backend: "cpu" };
  return { name: NAME, ...same, libraries, ...changed };
}

async function open(
  packages: readonly NativePackage[],
  options: { device?: string; permissions?: readonly string[]; env?: Record<string, string> } = {},
): Promise<InstalledOutcome> {
  const permissions = options.permissions ??
    ["--allow-ffi", "--allow-read", "--allow-env=DENOVDB_*"];
  const args = [JSON.stringify(packages), options.device ?? "cpu"];
  const ended = await runScript("abi/_open_installed.ts", permissions, args, options.env);
  assertEquals(ended.code, 0, ended.stderr);
  return JSON.parse(ended.stdout);
}

Deno.test("openContext() takes the library of an installed package before that of a checkout", async () => {
  using folder = outFolder();
  const library = await packaged(folder.path, "packaged.so");
  const { path } = await open([packageOf(library)]);
  assertEquals(path, library.path);
  // A variable names another one, and what is installed for another backend is no matter.
  assertEquals(
    (await open([packageOf(library)], { env: { DENOVDB_LIBRARY_CPU: CPU } })).path,
    CPU,
  );
  assertEquals((await open([packageOf(library, { backend: "cuda" })])).path, CPU);
});

Deno.test("openContext() opens a packaged library with no permission but that for its file", async () => {
  using folder = outFolder();
  const library = await packaged(folder.path, "packaged.so");
  const { path } = await open([packageOf(library)], {
    permissions: [`--allow-ffi=${library.path}`],
  });
  assertEquals(path, library.path);
  const refused = await open([packageOf(library)], { permissions: ["--allow-ffi=build/none"] });
  assertEquals(refused.error, "LibraryError");
  assertMatch(
    refused.message ?? "",
    /Requires ffi access to ".*packaged\.so", run again with the --allow-ffi flag\)$/,
  );
});

Deno.test("openContext() takes the version that fits where two are installed", async () => {
  using folder = outFolder();
  const [old, fitting] = [
    await packaged(folder.path, "old.so"),
    await packaged(folder.path, "fitting.so"),
  ];
  for (const changed of [{ version: "0.0.1" }, { abiHash: ABI_HASH ^ 1 }]) {
    const { path } = await open([packageOf(old, changed), packageOf(fitting)]);
    assertEquals(path, fitting.path);
  }
});

Deno.test("openContext() names versions that do not fit, and the command that mends it", async () => {
  using folder = outFolder();
  const library = await packaged(folder.path, "old.so");
  const packages = ["0.0.1", "0.0.2"].map((version) => packageOf(library, { version }));
  const { error, message, tried } = await open(packages);
  assertEquals(error, "LibraryError");
  assertEquals(tried?.map(({ path }) => path), [library.path, library.path]);
  for (const text of ["0.0.1", "0.0.2", `version ${LIBRARY_VERSION}`, MEND]) {
    assertStringIncludes(message ?? "", text);
  }
});

Deno.test("openContext() refuses a packaged library that was damaged, cut off or taken away", async () => {
  using folder = outFolder();
  const library = await packaged(folder.path, "packaged.so");
  const bytes = Deno.readFileSync(CPU);
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  Deno.writeFileSync(library.path, bytes);
  const damaged = await open([packageOf(library)]);
  assertEquals(damaged.error, "LibraryError");
  assertMatch(damaged.tried?.[0]?.reason ?? "", /^its SHA-256 begins with [0-9a-f]{8}, not with/);
  assertStringIncludes(damaged.message ?? "", MEND);
  Deno.writeFileSync(library.path, bytes.subarray(0, middle));
  const cut = await open([packageOf(library)]);
  assertEquals(
    cut.tried?.[0]?.reason,
    `it has ${middle} bytes, and its package says ${bytes.length}`,
  );
  Deno.removeSync(library.path);
  const gone = await open([packageOf(library)]);
  assertEquals([gone.error, gone.tried?.length], ["LibraryError", 1]);
  assertStringIncludes(gone.message ?? "", MEND);
});

Deno.test("openContext() says that a package's probe of the processor cannot be opened", async () => {
  using folder = outFolder();
  const probe = `${folder.path}/none.so`;
  const { error, tried } = await open([
    packageOf(await packaged(folder.path, "one.so"), { probe }),
  ]);
  assertEquals([error, tried?.map(({ path }) => path)], ["LibraryError", [probe]]);
});

Deno.test("openContext() says that none of a package's libraries is for this processor", async () => {
  using folder = outFolder();
  const library = { ...await packaged(folder.path, "one.so"), level: 3 };
  const { error, message } = await open([packageOf(library)]);
  assertEquals(error, "LibraryError");
  assertStringIncludes(message ?? "", "needs a processor of level x86-64-v3");
});

Deno.test("openContext() goes on to the next device where a package for CUDA does not fit", async () => {
  using folder = outFolder();
  const library = await packaged(folder.path, "cuda.so");
  const packages = [packageOf(library, { backend: "cuda", version: "0.0.1" }), packageOf(library)];
  const { device, fallbackReason } = await open(packages, {
    device: "auto",
    env: { DENOVDB_DEVICE: "" },
  });
  assertEquals(device, "cpu");
  assertStringIncludes(fallbackReason ?? "", "has version 0.0.1");
});
