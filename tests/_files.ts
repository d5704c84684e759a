/**
 * Files that tests write.
 *
 * @module
 */

import { fromFileUrl } from "@std/path";

const OUT = fromFileUrl(new URL("../out/", import.meta.url));

/** Makes a folder of its own in `out/` for a test; disposing it removes it and nothing else. */
export function outFolder(): Disposable & { readonly path: string } {
  Deno.mkdirSync(OUT, { recursive: true });
  const path = Deno.makeTempDirSync({ dir: OUT, prefix: "test-" });
  return { path, [Symbol.dispose]: () => Deno.removeSync(path, { recursive: true }) };
}
