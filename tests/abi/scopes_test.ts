import { assertEquals, assertThrows } from "@std/assert";
import { callTracker, runInScope } from "../../ffi/scopes.ts";
import { createBuffer } from "../../ffi/buffer.ts";
import { eachBackend } from "../_backends.ts";

eachBackend("handles belong to the scope in which they are made, until they end", (context) => {
  const owned = new Set<Disposable>();
  const [kept, ended, free] = runInScope(owned, () => [
    createBuffer(context, 8),
    createBuffer(context, 8),
    runInScope(undefined, () => createBuffer(context, 8)),
  ]);
  ended?.dispose();
  assertEquals([...owned], [kept]);
  kept?.dispose();
  free?.dispose();
  assertEquals(owned.size, 0);
});

Deno.test("where promises are not followed, calls are", () => {
  const tracker = callTracker();
  const [outer, inner] = [new Set<Disposable>(), new Set<Disposable>()];
  const seen = tracker.run(outer, () => [
    tracker.getStore() === outer,
    tracker.run(inner, () => tracker.getStore() === inner),
    tracker.getStore() === outer,
  ]);
  assertEquals([...seen, tracker.getStore()], [true, true, true, undefined]);
  assertThrows(() =>
    tracker.run(outer, () => {
      throw new Error("body");
    })
  );
  assertEquals(tracker.getStore(), undefined);
});
