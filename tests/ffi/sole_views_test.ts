import { assertEquals } from "@std/assert";
import { isSoleView } from "../../ffi/buffer.ts";
import { createBuffer } from "../../lib/core/mod.ts";
import { eachBackend } from "../_backends.ts";

eachBackend("isSoleView() knows of views of the same storage that are alive", (context) => {
  using buffer = createBuffer(context, 16);
  assertEquals(isSoleView(buffer), true);
  const view = buffer.view(8);
  const inner = view.view(0, 4);
  assertEquals([buffer, view, inner].map(isSoleView), [false, false, false]);
  view.dispose();
  view.dispose();
  assertEquals(isSoleView(buffer), false);
  using moved = inner.move();
  assertEquals([isSoleView(buffer), isSoleView(moved)], [false, false]);
  moved[Symbol.dispose]();
  assertEquals(isSoleView(buffer), true);
});
