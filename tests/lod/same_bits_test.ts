import { assert, assertEquals } from "@std/assert";
import { contexts } from "../_backends.ts";
import { hashLod } from "./_hash_lod.ts";

const [cpu, ...others] = contexts;

Deno.test({
  name: `trees have the same bits on CPU and CUDA${
    others.length === 0 ? " [skipped: no CUDA device]" : ""
  }`,
  ignore: others.length === 0,
  fn: () => {
    assert(cpu !== undefined);
    for (const other of others) assertEquals(hashLod(other), hashLod(cpu));
  },
});

Deno.test("trees have the same bits for any number of threads", async () => {
  assert(cpu !== undefined);
  const expected = hashLod(cpu);
  for (const threads of ["1", "3"]) {
    const script = new URL("./_hash_lod.ts", import.meta.url);
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: [
        ...["run", "--no-check", "--allow-ffi=build", "--allow-read", "--allow-env=DENOVDB_*"],
        script.href,
      ],
      env: { OMP_NUM_THREADS: threads, DENOVDB_DEVICE: "cpu" },
      stdin: "null",
    }).output();
    assertEquals(code, 0, new TextDecoder().decode(stderr));
    assertEquals(new TextDecoder().decode(stdout), expected, `${threads} threads`);
  }
});
