/**
 * Calls public functions on small operands with huge numbers in the place of theirs. The process that started this one
 * watches how long each call takes: what is called is printed before it is, and a line follows when it has ended.
 *
 * Arguments: the seed, how many calls to make (0 for all with one number each, in order), and how many of them to skip.
 *
 * @module
 */
import * as root from "../_doors.ts";
import { answerOf, isOurs, isPlainObject, objectAt, optionsOf } from "../operators/_answers.ts";
import { callsOn, functionOf, FUNCTIONS } from "../operators/_call.ts";
import { type Row, valuesOn } from "../operators/_operands.ts";
import { type Place, placesOf } from "../operators/_places.ts";
import { type Dice, diceOf, pick } from "./_mutate.ts";

/** Numbers that are plausible somewhere, up to those that are nowhere. */
const HUGE = [100, 1000, 2 ** 16, 2 ** 20, 2 ** 24, 2 ** 28, 2 ** 31 - 1, 2 ** 32 - 1, 2 ** 40];

/** What a context may hold here: more is no work, but memory. */
const MEMORY = 2 ** 26;

/** When calls are told to end that listen to that. */
const SIGNAL_MS = 300;

/** A call whose operand has one other number, or two. */
interface Try {
  readonly name: string;
  readonly row: Row;
  readonly at: number;
  readonly shown: string;
  readonly value: unknown;
}

function say(line: unknown): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${JSON.stringify(line)}\n`));
}

/** The call to make: the form that does not block, if there is one, as that can be told to end. */
function formOf(name: string): string {
  const [plain = "", ...special] = name.split("/");
  return FUNCTIONS.has(`${plain}Async`) ? [`${plain}Async`, ...special].join("/") : name;
}

/** Which operand may have a signal; -1 if none may. */
async function signalPlaceOf(name: string, row: Row, context: root.Context): Promise<number> {
  for (const at of row.keys()) {
    if ((await optionsOf(name, row, at, context)).includes("signal")) return at;
  }
  return -1;
}

/** Makes a call; what is wrong with its answer, if anything is. */
async function faultOf(
  { name, row, at, shown, value }: Try,
  signalPlace: number,
  context: root.Context,
): Promise<string | undefined> {
  const signal = signalPlace < 0 ? undefined : AbortSignal.timeout(SIGNAL_MS);
  const told = [...row];
  const withSignal = (options: object): object => ({ ...options, signal });
  if (signal !== undefined && signalPlace !== at) {
    told[signalPlace] = withSignal(objectAt(row, signalPlace) ?? {});
  }
  const isTold = signalPlace === at && isPlainObject(value);
  const { error, leaks } = await answerOf(name, told, context, {
    place: at,
    value: isTold ? withSignal(value) : value,
  });
  const isEnded = error instanceof DOMException && error.name === "TimeoutError";
  if (leaks) return `${name}() with ${shown} leaks`;
  return error === undefined || isEnded || isOurs(error)
    ? undefined
    : `${name}() with ${shown} says ${error}`;
}

/** All numbers in a place, one after the other. */
function* each(name: string, row: Row, at: number, places: readonly Place[]): Generator<Try> {
  for (const { shown, put } of places) {
    for (const number of HUGE) {
      yield { name, row, at, shown: `${shown} ${number} as operand ${at}`, value: put(number) };
    }
  }
}

/** One place or two of an operand at random. */
async function some(
  name: string,
  row: Row,
  context: root.Context,
  dice: Dice,
): Promise<Try | undefined> {
  const at = dice(row.length);
  const places = await placesOf(name, row, at, context);
  if (places.length === 0) return undefined;
  const [first, second] = [pick(dice, places), pick(dice, places)];
  const [one, other] = [pick(dice, HUGE), pick(dice, HUGE)];
  const value = first.put(one);
  const options = second.put(other);
  // Of two options that are put beside each other, both are wanted.
  const both = isPlainObject(value) && isPlainObject(options) && dice(2) === 0
    ? { ...options, ...Object.fromEntries(changed(value, objectAt(row, at) ?? {})) }
    : value;
  const shown = both === value ? `${first.shown} ${one}` : JSON.stringify(changed(both, {}));
  return { name, row, at, shown: `${shown} as operand ${at}`, value: both };
}

/** The names of an object with values that another one has not; of values only what can be shown. */
function changed(value: unknown, from: object): [string, unknown][] {
  return Object.entries(value as object).filter(([name, part]) =>
    Reflect.get(from, name) !== part && (typeof part === "number" || Array.isArray(part))
  );
}

const [seed = 1, count = 0, skipped = 0] = Deno.args.map(Number);
using context = root.openContext({ device: "cpu", memoryLimit: MEMORY });
using arena = new root.Arena();
const calls = Object.entries(callsOn(valuesOn(context, (value) => arena.own(value))))
  .map(([name, row]) => [formOf(name), row] as const);
const dice = diceOf(seed);
const signalPlaces = new Map<string, number>();
let n = 0;

/** Makes one call unless it is among those that are skipped. */
async function run(one: Try): Promise<void> {
  if (n++ < skipped) return;
  const { name, row, shown } = one;
  say({ n, call: `${name}() with ${shown}` });
  const form = functionOf(name);
  const known = signalPlaces.get(form) ?? await signalPlaceOf(name, row, context);
  signalPlaces.set(form, known);
  say({ n, fault: await faultOf(one, known, context) });
  context.failAllocation(0); // which is among the calls, and would let the operands of a later one fail
}

if (count === 0) {
  for (const [name, row] of calls) {
    for (const at of row.keys()) {
      for (const one of each(name, row, at, await placesOf(name, row, at, context))) await run(one);
    }
  }
} else {
  while (n < count) {
    const [name, row] = pick(dice, calls);
    const one = row.length > 0 ? await some(name, row, context, dice) : undefined;
    if (one !== undefined) await run(one);
  }
}
say({ n, done: true });
