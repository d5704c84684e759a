import { assert, assertEquals } from "@std/assert";
import * as root from "../_doors.ts";
import * as io from "../../lib/io/mod.ts";
import { eachBackend } from "../_backends.ts";
import { answerOf, isOurs, isPlainObject, objectAt, optionsOf } from "./_answers.ts";
import { callsOn, discard, functionOf, FUNCTIONS, namesItself } from "./_call.ts";
import { isMarked, type Leeway } from "../../dev/calls/_marks.ts";
import { type Row, type Values, valuesOn } from "./_operands.ts";

/** What an operand is replaced by. */
interface Wrong {
  readonly shown: string;
  readonly value: unknown;
}

/** What is wrong in the place of an operand. */
function wrongFor(operand: unknown, { grid, vertices, event }: Values): readonly Wrong[] {
  const good = isMarked(operand) ? operand.make() : operand;
  if (isMarked(operand) && operand.consumed) discard(good);
  const leeway: ReadonlySet<Leeway> = isMarked(operand) ? operand.leeway : new Set();
  const all: readonly (Wrong & { readonly unless?: Leeway })[] = [
    { shown: "undefined", value: undefined, unless: "missing" },
    { shown: "null", value: null },
    { shown: "3", value: 3, unless: "number" },
    { shown: "a text", value: "text" },
    { shown: "{}", value: {}, unless: "empty" },
    { shown: "a promise", value: Promise.resolve(good) },
    good instanceof root.DeviceEvent
      ? { shown: "a buffer", value: vertices.buffer }
      : { shown: "an event", value: event, unless: "resource" },
    good instanceof root.GridBatch
      ? { shown: "a tensor", value: vertices, unless: "resource" }
      : { shown: "a grid", value: grid, unless: "resource" },
  ];
  const isPrimitive = (value: unknown): boolean => typeof value !== "object" || value === null;
  const whole = all.filter(({ value, unless }) =>
    (unless === undefined || !leeway.has(unless)) &&
    !(isPrimitive(good) && typeof value === typeof good)
  );
  const optional: ReadonlySet<string> = isMarked(operand) ? operand.optional : new Set();
  if (Array.isArray(good) && good.length > 0) {
    return [...whole, ...wrongItemsOf(good, optional, event)];
  }
  if (leeway.has("empty") || !isPlainObject(good)) return whole;
  if (Object.keys(good).every((name) => optional.has(name))) return whole;
  return [
    ...whole,
    ...Object.keys(good).flatMap((name) => wrongPartsOf(good, name, optional, event)),
  ];
}

/** A list that begins with something wrong, or with an object with something wrong by one of its names. */
function wrongItemsOf(
  good: readonly unknown[],
  optional: ReadonlySet<string>,
  event: root.DeviceEvent,
): readonly Wrong[] {
  const [first] = good;
  const others = strangersTo(first, event).map((value) => ({ shown: shownAs(value), value }));
  const inParts = isPlainObject(first)
    ? Object.keys(first).flatMap((name) => wrongPartsOf(first, name, optional, event))
    : [];
  return [...others, ...inParts].map(({ shown, value }) => ({
    shown: `${shown} in a list`,
    value: good.with(0, value),
  }));
}

/** What is of another kind than a part of an operand. */
function strangersTo(part: unknown, event: root.DeviceEvent): readonly unknown[] {
  const isEmpty = isPlainObject(part) && Object.keys(part).length === 0;
  const kinds = [undefined, null, 3, "text", ...isEmpty ? [] : [{}], Promise.resolve(part), event];
  return kinds.filter((value) =>
    value === null || typeof value === "object" || typeof value !== typeof part
  );
}

function shownAs(value: unknown): string {
  return value === null || typeof value !== "object" ? `${value}` : `a ${value.constructor.name}`;
}

/** An object with something wrong by one of its names. */
function wrongPartsOf(
  good: Readonly<Record<string, unknown>>,
  name: string,
  optional: ReadonlySet<string>,
  event: root.DeviceEvent,
): readonly Wrong[] {
  return strangersTo(good[name], event)
    .filter((value) => !mayStandFor(value, good[name], name, optional))
    .map((value) => ({ shown: `${name}: ${shownAs(value)}`, value: { ...good, [name]: value } }));
}

/** Whether nothing, or a number for a list, may be in the place of a part. */
function mayStandFor(
  value: unknown,
  part: unknown,
  name: string,
  optional: ReadonlySet<string>,
): boolean {
  const mayBeNumber = (Array.isArray(part) || typeof part === "bigint") &&
    (optional.has(name) || optional.has(`${name}[]`));
  return value === undefined ? optional.has(name) : value === 3 && mayBeNumber;
}

/** Whether an error is about the first operand, the bytes of a file, though another operand was replaced. */
function isAside(place: number, error: unknown): boolean {
  return place > 0 && error instanceof io.FormatError;
}

/** Whether an error is one of the library's, about this function and the operand that was replaced. */
function isTold(name: string, place: number, error: unknown): boolean {
  if (!isOurs(error) || isAside(place, error)) return false;
  const { message } = error;
  if (name.includes(".") || name in io) return true;
  return namesItself(name, message);
}

/** What is wrong with the answers to operands of the wrong kind. */
async function faultsOf(name: string, row: Row, values: Values): Promise<string[]> {
  const { context } = values;
  const faults: string[] = [];
  const good = await answerOf(name, row, context);
  const isBadFile = name in io && good.error instanceof io.FormatError;
  if ("error" in good && !isBadFile) faults.push(`${name}() does not work: ${good.error}`);
  if (good.leaks) faults.push(`${name}() leaks`);
  for (let place = name.includes(".") ? 1 : 0; place < row.length; place++) {
    for (const { shown, value } of wrongFor(row[place], values)) {
      const answer = await answerOf(name, row, context, { place, value });
      const call = `${name}() with ${shown} as operand ${place}`;
      if (!("error" in answer)) faults.push(`${call} returns`);
      else if (!isTold(functionOf(name), place, answer.error)) {
        faults.push(`${call} says ${answer.error}`);
      }
      if (answer.leaks) faults.push(`${call} leaks`);
    }
  }
  return faults;
}

eachBackend(
  "every public function refuses operands of another kind by its name",
  async (context) => {
    using arena = new root.Arena();
    const values = valuesOn(context, (value) => arena.own(value));
    const calls = callsOn(values);
    const missing = [...FUNCTIONS.keys()].filter((name) => !(name in calls));
    assertEquals(missing, [], "functions without a call in the table");
    const called = Object.keys(calls).map(functionOf).filter((name) => !name.includes("."));
    const unknown = called.filter((name) => !FUNCTIONS.has(name));
    assertEquals(unknown, [], "calls of what is no function");
    const faults: string[] = [];
    for (const [name, row] of Object.entries(calls)) {
      faults.push(...await faultsOf(name, row, values));
    }
    assert(faults.length === 0, faults.join("\n"));
  },
);

// They may be taken all the same: many options take null for what they are when left out.
eachBackend("no option of another kind gets as far as the engine", async (context) => {
  using arena = new root.Arena();
  const values = valuesOn(context, (value) => arena.own(value));
  const faults: string[] = [];
  let asked = 0;
  for (const [name, row] of Object.entries(callsOn(values))) {
    for (const place of row.keys()) {
      const good = objectAt(row, place);
      if (good === undefined) continue;
      for (const option of await optionsOf(name, row, place, context)) {
        for (const part of strangersTo(good[option], values.event)) {
          asked++;
          const value = { ...good, [option]: part };
          const { error, leaks } = await answerOf(name, row, context, { place, value });
          const call = `${name}() with ${option}: ${shownAs(part)}`;
          if (error !== undefined && !isOurs(error)) faults.push(`${call} says ${error}`);
          if (leaks) faults.push(`${call} leaks`);
        }
      }
    }
  }
  assert(faults.length === 0, faults.join("\n"));
  assert(asked > 1500, `${asked} options were tried`);
});
