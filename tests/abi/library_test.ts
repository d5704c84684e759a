import { assert, assertEquals, assertMatch, assertStringIncludes, assertThrows } from "@std/assert";
import { toFileUrl } from "@std/path";
import { ABI_HASH, LIBRARY_VERSION } from "../../ffi/_generated/symbols.ts";
import { openContext } from "../../ffi/open_context.ts";
import { LibraryError } from "../../ffi/base/errors.ts";
import { openLibrary } from "../../ffi/library.ts";
import "../_backends.ts";
import { outFolder } from "../_files.ts";
import { runScript } from "../_child.ts";
import type { Outcome } from "./_open.ts";

// Held open by the contexts of _backends.ts.
const { path: CPU } = openLibrary("cpu");

async function open(
  device: string,
  library?: string,
  options: { ffi?: readonly string[]; env?: Record<string, string> } = {},
): Promise<Outcome> {
  const permissions = [...options.ffi ?? ["--allow-ffi"], "--allow-env=DENOVDB_*"];
  const args = library === undefined ? [device] : [device, library];
  const ended = await runScript("abi/_open.ts", permissions, args, options.env);
  assertEquals(ended.code, 0, ended.stderr);
  return JSON.parse(ended.stdout);
}

/** Writes a copy of the library with some bytes replaced by as many others. */
function writePatched(file: string, find: Uint8Array, replacement: Uint8Array): void {
  const bytes = Deno.readFileSync(CPU);
  let count = 0;
  for (let place = bytes.indexOf(find[0] ?? 0); place >= 0;) {
    if (find.every((byte, offset) => bytes[place + offset] === byte)) {
      bytes.set(replacement, place);
      count += 1;
    }
    place = bytes.indexOf(find[0] ?? 0, place + 1);
  }
  assert(count > 0, "the library does not hold what should be replaced");
  Deno.writeFileSync(file, bytes);
}

function littleEndian(value: number): Uint8Array {
  return new Uint8Array(Uint32Array.of(value).buffer);
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

Deno.test("openLibrary() shares a file that is open", () => {
  using library = openLibrary("cpu");
  assertEquals(library.backend, "cpu");
  for (const file of [CPU, toFileUrl(CPU), String(toFileUrl(CPU))]) {
    using same = openLibrary(undefined, file);
    assert(same.native === library.native);
    same[Symbol.dispose](); // closing twice counts once
  }
  const hash = new Uint32Array(1);
  library.native.abiHash({ outHash: hash });
  assertEquals(hash[0], ABI_HASH);
});

Deno.test("openContext() leaves no library open behind its contexts", async () => {
  const ended = await runScript("abi/_close.ts", ["--allow-ffi"], [CPU]);
  assertEquals([ended.code, ended.signal, ended.stderr], [0, null, ""]);
  assertEquals(JSON.parse(ended.stdout), { values: 4096, statuses: [2, 0], again: 3 });
});

Deno.test("openContext() says where it looked for a library that is not there", () => {
  const library = "build/none/libnone.so";
  const error = assertThrows(() => openContext({ device: "cpu", library }), LibraryError);
  assertEquals(error.name, "LibraryError");
  assertEquals(error.tried.map(({ path }) => path), [library]);
  assertMatch(error.message, /^Cannot open the cpu library: "build\/none\/libnone\.so" \(/);
  assertEquals(error.tried[0]?.reason, "there is no such file");
  const named = Deno.env.get("DENOVDB_DEVICE") || "native";
  assertThrows(() => openContext({ library }), LibraryError, `the ${named.split(":")[0]} library`);
});

Deno.test("openLibrary() refuses a library of another backend", () => {
  const error = assertThrows(() => openLibrary("cuda", CPU), LibraryError);
  assertEquals(error.tried, [{ path: CPU, reason: "it holds the cpu backend" }]);
});

Deno.test({
  name: "openContext() refuses a library with another ABI, naming both versions and hashes",
  ignore: Deno.build.arch !== "x86_64", // elsewhere the hash is not one word in the code
  async fn(): Promise<void> {
    const other = ABI_HASH ^ 0x5a5a5a5a;
    using folder = outFolder();
    const file = `${folder.path}/other_hash.so`;
    writePatched(file, littleEndian(ABI_HASH), littleEndian(other));
    const { error, message, tried } = await open("cpu", file);
    assertEquals(error, "LibraryError");
    assertEquals(tried?.[0]?.path, file);
    const hex = (value: number): string => `0x${(value >>> 0).toString(16).padStart(8, "0")}`;
    for (const hash of [other, ABI_HASH]) {
      assertStringIncludes(message ?? "", `version ${LIBRARY_VERSION} with ABI hash ${hex(hash)}`);
    }
  },
});

Deno.test("openContext() refuses a library that lacks a function", async () => {
  using folder = outFolder();
  for (const name of ["dvdb_abi_hash", "dvdb_buffer_fill"]) {
    const file = `${folder.path}/without_${name}.so`;
    writePatched(file, utf8(`${name}\0`), utf8(`${name.slice(0, -1)}X\0`));
    const { error, tried } = await open("cpu", file);
    assertEquals(error, "LibraryError");
    assertStringIncludes(tried?.[0]?.reason ?? "", name);
  }
});

Deno.test("openContext() names the library that one needs and that is not there", async () => {
  using folder = outFolder();
  const file = `${folder.path}/needs_another.so`;
  writePatched(file, utf8("libc.so.6\0"), utf8("libc.so.X\0"));
  const { error, tried } = await open("cpu", file);
  const reason = "libc.so.X: cannot open shared object file: No such file or directory";
  assertEquals([error, tried], ["LibraryError", [{ path: file, reason }]]);
});

Deno.test("openContext() refuses a file that is no library", async () => {
  using folder = outFolder();
  const file = `${folder.path}/text.so`;
  for (const bytes of [utf8("no library, but a text that is long enough"), new Uint8Array(0)]) {
    Deno.writeFileSync(file, bytes);
    const { error, tried } = await open("cpu", file);
    assertEquals([error, tried?.[0]?.path], ["LibraryError", file]);
    assertMatch(tried?.[0]?.reason ?? "", /ELF|too short/);
  }
});

Deno.test("openContext() takes the library and the device that the environment names", async () => {
  const env = { DENOVDB_LIBRARY_CPU: CPU, DENOVDB_DEVICE: "cpu" };
  assertEquals(await open("auto", undefined, { env }), { device: "cpu" });
  const missing = await open("cpu", undefined, { env: { DENOVDB_LIBRARY_CPU: "/none.so" } });
  assertEquals(missing.tried?.map(({ path }) => path), ["/none.so"]);
  assertEquals(
    missing.message,
    'Cannot open the cpu library: "/none.so" (there is no such file); DENOVDB_LIBRARY_CPU names this file',
  );
  const bare = await open("cpu", undefined, { env: { DENOVDB_LIBRARY_CPU: "none.so" } });
  assertEquals(bare.tried?.map(({ path }) => path), ["./none.so"]);
  const wrong = await open("auto", undefined, { env: { DENOVDB_DEVICE: "gpu" } });
  assertEquals(
    [wrong.error, wrong.message],
    [
      "RangeError",
      'Cannot open device "gpu": it must be "auto", "cpu", "cuda", "cuda:<number>" or "wasm"',
    ],
  );
});

Deno.test("openContext() falls back to the CPU and says why", async () => {
  const env = { DENOVDB_LIBRARY_CUDA: "/none.so", DENOVDB_DEVICE: "" };
  const { device, fallbackReason } = await open("auto", undefined, { env });
  assertEquals(device, "cpu");
  const problem = 'Cannot open the cuda library: "/none.so" (there is no such file)';
  assertEquals(fallbackReason, problem);
  const strict = await open("cuda", undefined, { env });
  assertEquals(strict.error, "LibraryError");
  assertEquals(strict.message, `${problem}; DENOVDB_LIBRARY_CUDA names this file`);
});

Deno.test("openContext() needs the permission for its library", async () => {
  const env = { DENOVDB_LIBRARY_CPU: CPU };
  const { error, message, tried } = await open("cpu", undefined, {
    ffi: ["--allow-ffi=/none"],
    env,
  });
  assertEquals(error, "LibraryError");
  assertEquals(message?.includes("; "), false);
  assertStringIncludes(tried?.[0]?.reason ?? "", "--allow-ffi");
});
