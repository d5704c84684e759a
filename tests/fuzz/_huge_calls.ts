/**
 * Calls every public function on small operands with one number of them replaced by a huge one; the process that
 * started this one watches how long each takes.
 *
 * Arguments: the first call, how many calls there are after which one is made, the seed of these.
 *
 * @module
 */
import * as root from "../_doors.ts";
import { answerOf } from "../operators/_answers.ts";
import { callsOn } from "../operators/_call.ts";
import { placesOf } from "../operators/_places.ts";
import { valuesOn } from "../operators/_operands.ts";

const HUGE = [1000, 2 ** 16, 2 ** 20, 2 ** 24, 2 ** 28, 2 ** 31 - 1, 2 ** 32 - 1, 2 ** 40];

function say(line: unknown): void {
  Deno.stdout.writeSync(new TextEncoder().encode(JSON.stringify(line) + "\n"));
}

const [from = "0", only = ""] = Deno.args;
using context = root.openContext({ device: "cpu" });
using arena = new root.Arena();
const values = valuesOn(context, (value) => arena.own(value));
let n = 0;
for (const [name, row] of Object.entries(callsOn(values))) {
  if (only !== "" && !name.startsWith(only)) continue;
  for (const at of row.keys()) {
    for (const { shown, put } of await placesOf(name, row, at, context)) {
      for (const number of HUGE) {
        if (n++ < Number(from)) continue;
        say([n, name, at, shown, number]);
        const t = performance.now();
        const { error } = await answerOf(name, row, context, { place: at, value: put(number) });
        say([performance.now() - t, String(error).slice(0, 300)]);
      }
    }
  }
}
say("done");
