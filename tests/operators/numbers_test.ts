import { assert } from "@std/assert";
import * as root from "../_doors.ts";
import { eachBackend } from "../_backends.ts";
import { answerOf, isOurs } from "./_answers.ts";
import { callsOn } from "./_call.ts";
import { valuesOn } from "./_operands.ts";
import { placesOf } from "./_places.ts";

/** Beyond 32 bits and any memory, beyond what doubles count exactly, below 0, not whole, and no numbers. */
const NUMBERS = [2 ** 45, 2 ** 53, -1, 0.5, NaN, Infinity];

// A number may be taken all the same: what is refused, and how, is what matters here.
eachBackend("no number that an engine cannot take gets as far as the engine", async (context) => {
  using arena = new root.Arena();
  const values = valuesOn(context, (value) => arena.own(value));
  const faults: string[] = [];
  let asked = 0;
  for (const [name, row] of Object.entries(callsOn(values))) {
    for (const at of row.keys()) {
      for (const { shown, put } of await placesOf(name, row, at, context)) {
        for (const number of NUMBERS) {
          asked++;
          const { error, leaks } = await answerOf(name, row, context, {
            place: at,
            value: put(number),
          });
          const call = `${name}() with ${shown} ${number} as operand ${at}`;
          if (error !== undefined && !isOurs(error)) faults.push(`${call} says ${error}`);
          if (leaks) faults.push(`${call} leaks`);
        }
      }
    }
  }
  assert(faults.length === 0, faults.join("\n"));
  assert(asked > 5000, `${asked} numbers were tried`);
});
