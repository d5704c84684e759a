import { assert } from "@std/assert";
import * as root from "../_doors.ts";
import { eachBackend } from "../_backends.ts";
import { answerOf, isOurs, isPlainObject, objectAt, optionsOf } from "./_answers.ts";
import { callsOn } from "./_call.ts";
import { isMarked, type Row, valuesOn } from "./_operands.ts";

/** Beyond 32 bits and any memory, beyond what doubles count exactly, below 0, not whole, and no numbers. */
const NUMBERS = [2 ** 45, 2 ** 53, -1, 0.5, NaN, Infinity];

/** A number in an operand, and how to make the operand with another one there. */
interface Place {
  readonly shown: string;
  readonly put: (value: unknown) => unknown;
}

/** The numbers of an operand; of a list those of its first and last item. */
function placesIn(good: unknown, shown = ""): Place[] {
  if (typeof good === "number") return [{ shown, put: (value) => value }];
  const inside = (part: unknown, name: string, put: (value: unknown) => unknown): Place[] =>
    placesIn(part, name).map((place) => ({
      shown: place.shown,
      put: (value) => put(place.put(value)),
    }));
  if (Array.isArray(good)) {
    const items = [...new Set([0, good.length - 1])].filter((at) => at >= 0 && at < good.length);
    return items.flatMap((at) =>
      inside(good[at], `${shown}[${at}]`, (value) => good.with(at, value))
    );
  }
  if (!isPlainObject(good)) return [];
  return Object.entries(good).flatMap(([name, part]) =>
    inside(part, `${shown}${shown === "" ? "" : "."}${name}`, (value) => ({
      ...good,
      [name]: value,
    }))
  );
}

/** The numbers of an operand, and the options that it leaves out, as a number and as one for each axis. */
async function placesOf(
  name: string,
  row: Row,
  at: number,
  context: root.Context,
): Promise<Place[]> {
  const operand = row[at];
  if (isMarked(operand) && operand.consumed) return [];
  const good = objectAt(row, at);
  if (good === undefined) return placesIn(isMarked(operand) ? operand.make() : operand);
  const left = (await optionsOf(name, row, at, context)).filter((option) => !(option in good));
  return [
    ...placesIn(good),
    ...left.flatMap((option) => [
      { shown: option, put: (value: unknown) => ({ ...good, [option]: value }) },
      {
        shown: `${option} along each axis`,
        put: (value: unknown) => ({ ...good, [option]: [value, value, value] }),
      },
    ]),
  ];
}

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
