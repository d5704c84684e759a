import { assert, assertEquals } from "@std/assert";
import { scope, tensor } from "../../mod.ts";
import { bundle } from "../../lib/core/bundle.ts";
import { eachBackend } from "../_backends.ts";

eachBackend("bundle() disposes the parts that it owns, also those in arrays", (context) => {
  const made = bundle("Found", {
    field: tensor([1], { context }),
    lists: [tensor([2], { context }), tensor([3], { context })],
    missing: undefined,
    level: 0.5,
    counts: { voxels: 1 },
  });
  assertEquals([made.disposed, made.level, made.counts.voxels, made.missing], [
    false,
    0.5,
    1,
    undefined,
  ]);
  made.field.dispose();
  assertEquals(made.disposed, false);
  made.dispose();
  assertEquals(made.lists.map(({ disposed }) => disposed), [true, true]);
  assertEquals(made.disposed, true);
  made.dispose();
});

eachBackend("a bundle is disposed at the end of its block", (context) => {
  let kept;
  {
    using made = bundle("Found", { field: tensor([1], { context }) });
    kept = made;
  }
  assert(kept.disposed);
});

eachBackend("scope() releases a bundle as a whole, not parts that it registered", (context) => {
  using whole = scope((own) => own(bundle("Found", { field: tensor([1], { context }) })));
  assertEquals(whole.disposed, false);
  const parts = scope((own) => bundle("Found", { field: own(tensor([1], { context })) }));
  assertEquals(parts.disposed, true);
});

Deno.test("bundle() names its kind, the same for all of a name", () => {
  const [one, two, other] = [bundle("Found", {}), bundle("Found", {}), bundle("Lost", {})];
  assertEquals([one.constructor.name, other.constructor.name], ["Found", "Lost"]);
  assert(one.constructor === two.constructor);
  assertEquals(Deno.inspect(bundle("Found", { level: 1 })), "Found { level: 1 }");
  assertEquals(Object.keys(bundle("Found", { level: 1 })), ["level"]);
});

Deno.test("a bundle without parts to dispose counts as disposed", () => {
  assertEquals(bundle("Found", { level: 1, missing: undefined }).disposed, true);
});
