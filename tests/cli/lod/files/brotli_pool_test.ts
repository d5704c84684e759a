import { assertEquals, assertRejects } from "@std/assert";
import { brotliDecompressSync } from "node:zlib";
import { BrotliPool } from "../../../../lib/cli/lod/files/brotli_pool.ts";

Deno.test("BrotliPool compresses pieces in whatever order, and gives each back", async () => {
  using pool = new BrotliPool();
  const pieces = Array.from(
    { length: 2 * pool.size + 3 },
    (_, n) => Uint8Array.from({ length: n * 1000 }, (_, at) => (at * at + n) % 251 >> n % 4),
  );
  const packed = await Promise.all(pieces.map((bytes) => pool.compress(bytes.slice(), 6)));
  packed.forEach((bytes, n) => {
    assertEquals(new Uint8Array(brotliDecompressSync(bytes)), pieces[n]);
  });
});

Deno.test("BrotliPool says what went wrong, and ends with what it is at", async () => {
  using pool = new BrotliPool();
  const wrong = { buffer: new ArrayBuffer(1) } as Uint8Array<ArrayBuffer>;
  await assertRejects(() => pool.compress(wrong, 6), Error, "Cannot compress: ");
  void pool.compress(new Uint8Array(1 << 20), 11);
});
