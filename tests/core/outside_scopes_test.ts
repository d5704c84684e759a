import { assertEquals, assertThrows } from "@std/assert";
import { scope, type Tensor, tensor } from "../../mod.ts";
import { enterScope, leaveScope, outsideScopes, withoutScope } from "../../lib/core/scope.ts";
import { eachBackend } from "../_backends.ts";

eachBackend("outsideScopes() frees all but its result, which no scope owns", (context) => {
  let kept: { readonly list: readonly Tensor[] } | undefined;
  scope(() => {
    kept = outsideScopes(() => {
      tensor([1], { context });
      return { list: [tensor([2], { context })] };
    });
    tensor([3], { context });
  });
  assertEquals(kept?.list[0]?.disposed, false);
  assertEquals(context.stats().liveHandles, 1);
  kept?.list[0]?.dispose();
  assertThrows(
    () =>
      outsideScopes(() => {
        tensor([1], { context });
        throw new RangeError("stop");
      }),
    RangeError,
    "stop",
  );
});

eachBackend("scopes inside of outsideScopes() own what is made in them", (context) => {
  using outer = outsideScopes(() => {
    const made = scope(() => {
      tensor([1], { context });
      return tensor([2], { context });
    });
    assertEquals(context.stats().liveHandles, 1);
    return made;
  });
  assertEquals(outer.disposed, false);
});

eachBackend("withoutScope(), leaveScope() and enterScope() move ownership", (context) => {
  const made: Tensor[] = [];
  scope(() => {
    made.push(withoutScope(() => tensor([1], { context })));
    const second = tensor([2], { context });
    leaveScope([second]);
    made.push(second);
    const third = withoutScope(() => tensor([3], { context }));
    enterScope([third.buffer]);
    made.push(third);
  });
  assertEquals(made.map(({ disposed }) => disposed), [false, false, true]);
  leaveScope(made[0]); // there is no scope to leave
  for (const one of made) one.dispose();
});
