/**
 * Tests that what operators make is the same to the bit, wherever it is made.
 *
 * @module
 */

import { assert, assertEquals } from "@std/assert";
import type { Context } from "../mod.ts";
import { contexts } from "./_backends.ts";

/**
 * Registers two tests: the CPU against the other devices, and against itself with other numbers of threads.
 *
 * @param what What is made, for the titles.
 * @param hash Digests all of it on a device.
 * @param script A program that prints the digest of the device that DENOVDB_DEVICE names.
 */
export function testSameBits(what: string, hash: (context: Context) => string, script: URL): void {
  const cpu = contexts.find(({ device }) => device === "cpu");
  const others = cpu === undefined ? [] : contexts.filter((one) => one !== cpu);
  Deno.test({
    name: `${what} the same bits on CPU and CUDA${
      others.length === 0 ? " [skipped: one of them is missing]" : ""
    }`,
    ignore: others.length === 0,
    fn: () => {
      assert(cpu !== undefined);
      for (const other of others) assertEquals(hash(other), hash(cpu));
    },
  });
  const threaded = async (): Promise<void> => {
    assert(cpu !== undefined);
    const expected = hash(cpu);
    for (const threads of ["1", "3"]) {
      const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: [
          ...["run", "--no-check", "--allow-ffi=build", "--allow-read", "--allow-env=DENOVDB_*"],
          script.href,
        ],
        env: { DENOVDB_THREADS: threads, DENOVDB_DEVICE: "cpu" },
        stdin: "null",
      }).output();
      assertEquals(code, 0, new TextDecoder().decode(stderr));
      assertEquals(new TextDecoder().decode(stdout), expected, `${threads} threads`);
    }
  };
  Deno.test({
    name: `${what} the same bits on any number of threads`,
    ignore: cpu === undefined,
    fn: threaded,
  });
}
