import { assert, assertEquals, assertMatch, assertRejects, assertThrows } from "@std/assert";
import { openContext } from "../../ffi/open_context.ts";
import { DisposedError, LibraryError } from "../../ffi/base/errors.ts";
import { checkLeaks } from "../_backends.ts";
import { runScript } from "../_child.ts";
import { outFolder } from "../_files.ts";
import {
  fullTensor,
  gridFromPoints,
  type NativeError,
  openContextAsync,
  prepareWasm,
  tensor,
} from "../../mod.ts";
import { builtin } from "../../ffi/wasm/builtins.ts";
import { MODULE, openOwn, wasmTest, withOtherHash } from "./_wasm.ts";

const DEVICE = { device: "wasm", library: MODULE } as const;

wasmTest("openContext() runs operators by WebAssembly", async () => {
  using context = openContext(DEVICE);
  assertEquals(context.device, "wasm");
  assertMatch(context.deviceName, /^WebAssembly, \d+ threads?$/);
  assertEquals(context.fallbackReason, undefined);
  await checkLeaks(context, async () => {
    using points = tensor([0, 0, 0, 0.04, 0, 0, 1, 2, 3], { context, shape: [3, 3], dtype: "f32" });
    using grid = gridFromPoints(points, { voxelSize: 0.1 });
    assertEquals(grid.counts.voxels, 2);
    assertEquals(await points.read(), points.readSync());
  });
});

wasmTest("openContext() finds out by its file that a library is a module", () => {
  using context = openContext({ library: MODULE });
  assertEquals(context.device, "wasm");
  const wrong = { device: "cpu", library: MODULE } as const;
  const error = assertThrows(() => openContext(wrong), LibraryError);
  assertEquals(error.tried, [{ path: MODULE, reason: "it holds the wasm backend" }]);
});

wasmTest("errors of a module are those of a library", async () => {
  using context = openContext(DEVICE);
  using values = tensor([1, 2], { context, dtype: "f32" });
  assertThrows(() => values.readInto(new Float32Array(3)), RangeError, "Cannot read tensor");
  const disposed = tensor([1], { context });
  disposed.dispose();
  await assertRejects(() => disposed.read(), DisposedError);
  assertThrows(() => openContext({ ...DEVICE, device: "wasm:1" as "wasm" }), RangeError);
});

wasmTest("contexts of a module have as many threads as they ask for, with the same results", () => {
  const values = [1, 2, 5].map((threads) => {
    using context = openContext({ ...DEVICE, threads });
    assertEquals(context.threads, threads);
    using many = fullTensor([1 << 20], 3, { context, dtype: "f32" });
    return many.readSync();
  });
  assertEquals(values[1], values[0]);
  assertEquals(values[2], values[0]);
});

wasmTest("memory grows below arrays that come and go, in large copies and small ones", async () => {
  using context = openOwn({});
  const small = Int32Array.from({ length: 100 }, (_, at) => at);
  using before = tensor(small, { context });
  for (let turn = 0; turn < 4; turn++) {
    const large = new Float64Array(1 << 22).fill(turn);
    using copied = tensor(large, { context });
    assertEquals(copied.readSync(), large);
    assertEquals(before.readSync(), small);
    assertEquals(await before.read(), small);
  }
});

wasmTest("memory that may not grow is out of memory, and the context stays usable", async () => {
  using context = openOwn({ maximumPages: 1024 }); // 64 MiB
  await checkLeaks(context, async () => {
    using kept = tensor([1, 2, 3], { context, dtype: "f32" });
    for (const length of [1 << 24, 1 << 28]) {
      const error = assertThrows(() => fullTensor([length], 1, { context, dtype: "f32" }));
      assertEquals((error as NativeError).kind, "out-of-memory");
    }
    const host = new Uint8Array(1 << 26);
    const error = assertThrows(() => tensor(host, { context }));
    assertEquals((error as NativeError).kind, "out-of-memory");
    assertEquals(await kept.read(), Float32Array.of(1, 2, 3));
  });
});

wasmTest("more than 4 GiB are out of memory, and messages say how much was asked for", () => {
  using context = openContext(DEVICE);
  for (const bytes of [2 ** 32, 2 ** 33 + 16, 2 ** 40]) {
    const error = assertThrows(() => fullTensor([bytes], 0, { context, dtype: "u8" }));
    assertEquals((error as NativeError).kind, "out-of-memory");
    assertMatch(error instanceof Error ? error.message : "", new RegExp(`allocate ${bytes} bytes`));
  }
  assertEquals(context.stats().liveBytes, 0);
});

wasmTest("without shared memory, contexts have one thread and say so", async () => {
  using context = openOwn({ shared: false }, 4);
  assertEquals(context.threads, 1);
  assertEquals(
    context.deviceName,
    "WebAssembly, 1 thread, as there is no SharedArrayBuffer here",
  );
  using many = fullTensor([1 << 18], 2, { context, dtype: "i32" });
  const reading = many.read();
  many.fill(0);
  assert((await reading).every((value) => value === 2));
});

wasmTest("calls keep their order while the thread for those that do not block starts", async () => {
  using context = openOwn({}, 2);
  using many = fullTensor([1 << 18], 2, { context, dtype: "i32" });
  const first = many.read(); // waits for the thread
  many.fill(3); // waits for the call before
  const second = many.read();
  many.fill(4);
  assert((await first).every((value) => value === 2));
  assert((await second).every((value) => value === 3));
  assert((await many.read()).every((value) => value === 4));
});

wasmTest("calls are made on this thread where no other can be started", async () => {
  const { Worker } = builtin("node:worker_threads") ?? {};
  assert(Worker !== undefined);
  const messages: unknown[] = [];
  class Broken {
    postMessage = (message: unknown): unknown => messages.push(message);
    ref = (): void => {};
    unref = (): void => {};
    terminate = (): void => {};
    on(event: string, listener: (value: unknown) => void): void {
      if (event === "error") queueMicrotask(() => listener(new Error("no worker")));
    }
  }
  await withWorkers(Broken as unknown as typeof Worker, async () => {
    using context = openOwn({}, 3);
    using many = fullTensor([1 << 18], 2, { context, dtype: "i32" });
    assert((await many.read()).every((value) => value === 2));
    assert((await many.read()).every((value) => value === 2));
    assertEquals(messages.length, 3); // two threads, and the one for calls
  });
});

/** Has a body start other workers than those of the runtime. */
async function withWorkers(Worker: unknown, body: () => Promise<void>): Promise<void> {
  const original = process.getBuiltinModule;
  process.getBuiltinModule =
    ((name: string) =>
      name === "node:worker_threads"
        ? { Worker }
        : original(name)) as typeof process.getBuiltinModule;
  try {
    await body();
  } finally {
    process.getBuiltinModule = original;
  }
}

wasmTest("allocations that fail for tests leave nothing behind", async () => {
  using context = openContext(DEVICE);
  await checkLeaks(context, () => {
    using points = tensor([0, 0, 0, 1, 1, 1], { context, shape: [2, 3], dtype: "f32" });
    for (let n = 1;; n++) {
      context.failAllocation(n);
      try {
        gridFromPoints(points, { voxelSize: 1 }).dispose();
        break;
      } catch (error) {
        assertEquals((error as NativeError).kind, "out-of-memory");
      }
    }
    context.failAllocation(0);
  });
});

wasmTest(
  "openContext() takes a module where native libraries are not allowed, and says why",
  async () => {
    const env = { DENOVDB_LIBRARY_WASM: MODULE, DENOVDB_DEVICE: "" };
    const permissions = ["--allow-env=DENOVDB_*", `--allow-read=${MODULE}`];
    const { code, stdout, stderr } = await runScript("abi/_open.ts", permissions, ["auto"], env);
    assertEquals([code, stderr], [0, ""]);
    const { device, fallbackReason } = JSON.parse(stdout);
    assertEquals(device, "wasm");
    assertMatch(fallbackReason, /^Cannot open the cuda library: .*; Cannot open the cpu library: /);
  },
);

wasmTest("openContext() refuses modules that are broken, foreign or of another version", () => {
  using folder = outFolder();
  const whole = Deno.readFileSync(MODULE);
  const cases: [string, Uint8Array, RegExp][] = [
    ["text", new TextEncoder().encode("no module"), /it is no WebAssembly module/],
    ["empty", new Uint8Array(0), /it is no WebAssembly module/],
    ["bare", whole.slice(0, 8), /it imports no memory/],
    ["cut", whole.slice(0, whole.length >> 1), /WebAssembly\.Module/],
    ["old", withOtherHash(whole), /ABI hash 0x[0-9a-f]{8}, but version/],
  ];
  for (const [name, bytes, expected] of cases) {
    const library = `${folder.path}/${name}.wasm`;
    Deno.writeFileSync(library, bytes);
    const error = assertThrows(() => openContext({ device: "wasm", library }), LibraryError);
    assertMatch(error.tried[0]?.reason ?? "", expected);
  }
  const missing = { device: "wasm", library: `${folder.path}/none.wasm` } as const;
  assertMatch(assertThrows(() => openContext(missing), LibraryError).message, /none\.wasm/);
});

wasmTest("prepareWasm() compiles a module that openContext() then finds", async () => {
  const module = Deno.readFileSync(MODULE);
  await prepareWasm({ module });
  using context = openContext({ device: "wasm" });
  assertEquals(context.device, "wasm");
  using same = await openContextAsync({ device: "wasm" });
  assertEquals(same.deviceName, context.deviceName);
  await assertRejects(() => prepareWasm({ module: module.slice(0, 99) }), LibraryError);
  await assertRejects(() => prepareWasm({ module: 7 as unknown as string }), TypeError);
});
