import { assertEquals, assertThrows } from "@std/assert";
import { brotliDecompressSync } from "node:zlib";
import { embedModule, withModule } from "../../dev/release/pack/embedded.ts";
import { textFile } from "../../dev/release/pack/tarball.ts";

const MODULE = Uint8Array.from({ length: 5000 }, (_, at) => at * at % 251);
const SOURCE = Deno.readTextFileSync("ffi/wasm/embedded.ts");

Deno.test("embedModule() puts a module into the sources, as text and as a file", () => {
  const { bytes, compressed, files } = embedModule(MODULE, SOURCE);
  const [text, file] = files;
  assertEquals([text?.path, file?.path], ["ffi/wasm/embedded.ts", "ffi/wasm/denovdb.wasm"]);
  const source = new TextDecoder().decode(text?.bytes);
  const [, base64 = ""] = /EMBEDDED: string \| undefined =\s*"([^"]+)";/.exec(source) ?? [];
  const packed = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  assertEquals([bytes, compressed], [MODULE.length, packed.length]);
  assertEquals(new Uint8Array(brotliDecompressSync(packed)), MODULE);
  assertEquals(file?.bytes, MODULE);
});

Deno.test("embedModule() refuses modules that are too large, and sources without a place", () => {
  const { compressed } = embedModule(MODULE, SOURCE);
  assertThrows(
    () => embedModule(MODULE, SOURCE, compressed - 1),
    RangeError,
    `it has ${compressed} bytes compressed, at most ${compressed - 1} expected`,
  );
  assertThrows(() => embedModule(MODULE, "export {};"), Error, "has no place");
});

Deno.test("withModule() replaces the source of a checkout", () => {
  const sources = [textFile("mod.ts", ""), textFile("ffi/wasm/embedded.ts", SOURCE)];
  const module = embedModule(MODULE, SOURCE);
  assertEquals(
    withModule(sources, module).map(({ path }) => path),
    ["mod.ts", "ffi/wasm/embedded.ts", "ffi/wasm/denovdb.wasm"],
  );
});
