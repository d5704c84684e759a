import { assertEquals } from "@std/assert";
import { openLibrary } from "../../ffi/library.ts";
import "../_backends.ts";
import { runScript } from "../_child.ts";

const { path } = openLibrary("cpu");

Deno.test("the library needs no permission but the one for its file", async () => {
  const ended = await runScript("abi/_least_privilege.ts", [`--allow-ffi=${path}`], [path]);
  assertEquals(ended.stderr, "");
  assertEquals(JSON.parse(ended.stdout), [1, 2, 3, 4, 3, 4, "out-of-memory", true, 0]);
});

Deno.test("importing the library needs no permission and opens nothing", async () => {
  const ended = await runScript("abi/_open.ts", [], ["cpu"]);
  const { error, tried } = JSON.parse(ended.stdout);
  assertEquals([ended.code, error, tried.length], [0, "LibraryError", 1]);
});
