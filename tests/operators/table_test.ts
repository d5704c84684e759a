import { assertEquals } from "@std/assert";
import { Inputs } from "../../dev/calls/_inputs.ts";
import { rowsOf } from "../../dev/calls/_table.ts";
import { FAMILIES, tableFaults } from "../../dev/calls/mod.ts";
import { Arena } from "../_doors.ts";
import { eachBackend } from "../_backends.ts";

/** Folders of `lib` that hold no operators on devices of their own. */
const OTHERS = new Set(["cli", "grad", "io", "nn"]);

eachBackend(
  "every operator has a call in the table, which is also that of its hashes and benchmarks",
  (context) => {
    using arena = new Arena();
    const inputs = new Inputs(context, (value) => arena.own(value), { areFew: true });
    const lib = new URL("../../lib/", import.meta.url);
    const folders = [...Deno.readDirSync(lib)].filter((one) => one.isDirectory).map(({ name }) =>
      name
    );
    const rows = FAMILIES.flatMap((family) => rowsOf(family, inputs));
    assertEquals(tableFaults(rows, folders.filter((name) => !OTHERS.has(name))), []);
  },
);
