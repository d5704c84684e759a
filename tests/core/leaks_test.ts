import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import { type Device, openContext, scope, tensor } from "../../mod.ts";
import { dilatedGridAsync } from "../../lib/topology/mod.ts";
import { gridFromIjk } from "../../lib/grid/mod.ts";
import { runScript } from "../_child.ts";
import { eachBackend } from "../_backends.ts";

eachBackend("stats().leaks names what is alive, what made it, and where", async ({ device }) => {
  using context = openContext({ device: device as Device, trackLeaks: true });
  assertEquals(context.stats().leaks, []);
  using ijk = tensor(new Int32Array([0, 0, 0]), { context, shape: [1, 3] });
  using grid = gridFromIjk(ijk);
  using grown = await dilatedGridAsync(grid);
  using view = ijk.slice(0);
  using moved = grown.move();
  ijk.copy().dispose();
  scope(() => void ijk.copy());
  const leaks = context.stats().leaks ?? [];
  assertEquals(leaks.map(({ noun, operator }) => [noun, operator]), [
    ["buffer", "tensor"],
    ["grid", "gridFromIjk"],
    ["buffer", "Tensor.slice"],
    ["grid", "GridBatch.move"],
  ]);
  for (const { at } of leaks) assertMatch(at, /leaks_test\.ts:\d+:\d+$/);
  assertEquals([view.length, moved.numVoxels], [3, 27]);
});

eachBackend("what an asynchronous operator made is said of that", async ({ device }) => {
  using context = openContext({ device: device as Device, trackLeaks: true });
  using ijk = tensor(new Int32Array([0, 0, 0]), { context, shape: [1, 3] });
  using grid = gridFromIjk(ijk);
  using _grown = await dilatedGridAsync(grid);
  const last = context.stats().leaks?.at(-1);
  assertEquals([last?.noun, last?.operator], ["grid", "dilatedGridAsync"]);
});

eachBackend("without trackLeaks nothing is listed", ({ device }) => {
  using context = openContext({ device: device as Device });
  using _numbers = tensor([1], { context });
  assertEquals(context.stats().leaks, undefined);
  assertThrows(
    () => openContext({ device: device as Device, trackLeaks: 1 as unknown as boolean }),
    TypeError,
    "Cannot open context: trackLeaks is 1, true or false expected",
  );
});

eachBackend("what nothing can reach is freed, and said once", async ({ device }) => {
  const ended = await runScript("core/_forgotten.ts", [
    "--v8-flags=--expose-gc",
    "--allow-ffi",
    "--allow-read",
    "--allow-env",
  ], [device]);
  assertEquals([ended.code, JSON.parse(ended.stdout)], [0, {
    made: 20,
    left: 1,
    value: [41],
    leaks: ["tensor"],
  }]);
  assertMatch(
    ended.stderr,
    /^denovdb: a buffer on \S+ was freed by the garbage collector, as nothing disposed it\.[^\n]*\n$/,
  );
});
