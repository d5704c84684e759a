import { assertEquals, assertThrows } from "@std/assert";
import { findMemory, withoutSharing } from "../../ffi/wasm/module.ts";

/** A module that imports a function and a memory, after a section of its own kind. */
function moduleWith(flags: number, ...limits: readonly number[]): Uint8Array<ArrayBuffer> {
  const text = (name: string): number[] => [name.length, ...new TextEncoder().encode(name)];
  const section = (id: number, bytes: readonly number[]): number[] => [id, bytes.length, ...bytes];
  return Uint8Array.of(
    ...[0, 97, 115, 109, 1, 0, 0, 0],
    ...section(0, [...text("note"), 1, 2, 3]),
    ...section(1, [1, 0x60, 0, 0]),
    ...section(2, [
      ...[2, ...text("env"), ...text("call"), 0, 0],
      ...[...text("env"), ...text("memory"), 2, flags, ...limits],
    ]),
  );
}

Deno.test("findMemory() reads the limits of an imported memory", () => {
  const bytes = moduleWith(3, 2, 0x80, 0x80, 4);
  const { initial, maximum, shared, place } = findMemory(bytes);
  assertEquals([initial, maximum, shared, bytes[place]], [2, 65536, true, 3]);
});

Deno.test("findMemory() refuses what is no module and what imports no memory", () => {
  assertThrows(() => findMemory(new Uint8Array(3)), SyntaxError, "it is no WebAssembly module");
  const bytes = moduleWith(3, 2, 4);
  assertThrows(() => findMemory(bytes.slice(0, 8)), SyntaxError, "it imports no memory");
});

Deno.test("withoutSharing() makes a module that takes a memory of its own", () => {
  const bytes = moduleWith(3, 2, 4);
  const own = withoutSharing(bytes);
  assertEquals(findMemory(own).shared, false);
  assertEquals(withoutSharing(own), own);
  const imports = {
    env: { call: () => {}, memory: new WebAssembly.Memory({ initial: 2, maximum: 4 }) },
  };
  new WebAssembly.Instance(new WebAssembly.Module(own), imports);
  assertThrows(
    () => new WebAssembly.Instance(new WebAssembly.Module(bytes), imports),
    WebAssembly.LinkError,
  );
});
