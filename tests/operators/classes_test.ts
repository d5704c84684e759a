import { assert, assertEquals } from "@std/assert";
import * as grad from "../../lib/grad/mod.ts";
import * as io from "../../lib/io/mod.ts";
import * as nn from "../../lib/nn/mod.ts";
import * as root from "../_doors.ts";
import { isOurs } from "./_answers.ts";

type Class = new () => unknown;

const CLASSES: ReadonlyMap<string, Class> = new Map(
  Object.entries<unknown>({ ...root, ...grad, ...nn, ...io }).flatMap(([name, value]) =>
    typeof value === "function" && /^class\b/.test(String(value)) ? [[name, value as Class]] : []
  ),
);

/** Classes that users make by `new` without arguments: arenas, and errors, which the library throws. */
const MADE_FROM_NOTHING = /^Arena$|Error$/;

Deno.test("classes whose instances functions make refuse `new`, and name a function that makes one", () => {
  const faults: string[] = [];
  for (const [name, type] of CLASSES) {
    if (MADE_FROM_NOTHING.test(name)) continue;
    let error: unknown;
    try {
      new type();
    } catch (thrown) {
      error = thrown;
    }
    if (!isOurs(error)) faults.push(`new ${name}(): ${error}`);
    const maker = / call a function such as (\w+)\(\)$/.exec(String(error))?.[1];
    if (maker !== undefined && !(maker in { ...root, ...grad })) {
      faults.push(`${maker} is no function`);
    }
  }
  assertEquals(faults, []);
  assert(CLASSES.size > 20, `${CLASSES.size} classes`);
});
