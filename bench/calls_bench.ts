/**
 * Every operator once: its first call in the table of calls, on inputs of some thousand rows. The tables of the families
 * have larger inputs, floors, and checks of what results are; here a result has to be the same twice.
 *
 * @module
 */

import { Arena, type Context } from "../lib/core/mod.ts";
import { discard, Hash } from "../dev/calls/_hash.ts";
import { Inputs } from "../dev/calls/_inputs.ts";
import { type Family, operatorsOf, rowsOf } from "../dev/calls/_table.ts";
import { FAMILIES } from "../dev/calls/mod.ts";
import { type BenchRow, benchTable, type Prepared, shared } from "./_harness.ts";

/** Inputs that all rows share; they live as long as the process. */
const inputsOn = (context: Context): Inputs => new Inputs(context, (value) => value);

/** A row for each operator of a family. */
function familyRows(family: Family): BenchRow[] {
  const rowsOn = (context: Context) => rowsOf(family, shared(context, inputsOn));
  return operatorsOf(family).map((operator) => ({
    operator,
    prepare: async (context) => {
      const row = shared(context, rowsOn).find(({ title }) =>
        title === `${family.name}/${operator}`
      );
      if (row === undefined) throw new Error(`Cannot time ${operator}: it has no call`);
      const first = await hashOf(row.run);
      if (first !== await hashOf(row.run)) {
        throw new Error(`Cannot time ${operator}: its result differs from run to run`);
      }
      return await preparedOf(row.variant, row.run);
    },
  }));
}

type Run = ReturnType<typeof rowsOf>[number]["run"];

async function hashOf(run: Run): Promise<string> {
  using arena = new Arena();
  const result = await run((value) => arena.own(value));
  const hash = new Hash();
  hash.value(result);
  discard(result);
  return hash.toString();
}

async function preparedOf(on: string, run: Run): Promise<Prepared> {
  const call = (): Disposable | Promise<Disposable> => {
    const arena = new Arena();
    const whole = (result: unknown): Disposable => ({
      [Symbol.dispose]: (): void => {
        discard(result);
        arena[Symbol.dispose]();
      },
    });
    const result = run((value) => arena.own(value));
    return result instanceof Promise ? result.then(whole) : whole(result);
  };
  const first = call();
  discard(await first);
  const unknown = { items: NaN, bytes: NaN, operationsMs: 0 };
  return { on, run: call, isAsync: first instanceof Promise, ...unknown };
}

await benchTable(import.meta.main, FAMILIES.flatMap(familyRows));
