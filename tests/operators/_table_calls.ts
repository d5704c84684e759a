/**
 * Calls of the public functions as the table of calls has them, on a few rows.
 *
 * @module
 */
import { callsOnFew } from "../../dev/calls/mod.ts";
import * as root from "../_doors.ts";
import { isMarked, options, or, unmarked } from "../../dev/calls/_marks.ts";
import type { Calls, Row, Values } from "./_operands.ts";

type Callable = (...operands: readonly unknown[]) => unknown;

/** A call of each function of the table and of the one that does not block, and others with operands of other kinds. */
export function tableCalls({ context, own }: Values): Calls {
  const calls: Record<string, Row> = {};
  for (const [name, rows] of callsOnFew(context, own)) {
    const known = new Set<string>();
    for (const [variant, row] of Object.entries(rows)) {
      const kinds = row.map(kindOf).join(" ");
      if (known.has(kinds)) continue;
      const isFirst = known.size === 0;
      known.add(kinds);
      for (const one of isFirst ? [name, `${name}Async`] : [name]) {
        const call: unknown = Reflect.get(root, one);
        if (typeof call !== "function") continue;
        calls[isFirst ? one : `${one}/${variant}`] = markedFor(call as Callable, row);
      }
    }
  }
  return calls;
}

/** Operands of which those behind the required ones may be left out, and the options that were. */
function markedFor(call: Callable, row: Row): Row {
  const marked = row.map((operand, place) => {
    if (place < call.length || isMarked(operand)) return operand;
    return Object.getPrototypeOf(operand) === Object.prototype
      ? options(operand as object)
      : or(operand, "missing");
  });
  const left = parametersOf(call).slice(row.length).filter((text) => /= \{\}$/.test(text));
  return [...marked, ...left.map(() => options())];
}

/** The parameters of a function as its source has them. */
function parametersOf(call: Callable): string[] {
  const source = Function.prototype.toString.call(call);
  const parameters = [""];
  let depth = 0;
  for (const sign of source.slice(source.indexOf("(") + 1)) {
    if (/[)\]}]/.test(sign) && depth-- === 0) break;
    if (sign === "," && depth === 0) parameters.push("");
    else parameters.push(`${parameters.pop()}${sign}`);
    if (/[([{]/.test(sign)) depth++;
  }
  return parameters.map((text) => text.trim());
}

/** What kind of operand something is; of options only what is on a device. */
function kindOf(operand: unknown): string {
  const value = unmarked(operand);
  if (typeof value !== "object" || value === null) return typeof value;
  if (Array.isArray(value)) return `[${kindOf(value[0])}]`;
  if (value instanceof root.GridBatch) return value.gridCount > 1 ? "grids" : "grid";
  if (Object.getPrototypeOf(value) !== Object.prototype) return value.constructor.name;
  const parts = Object.entries(value).map(([name, part]) => `${name}: ${kindOf(part)}`);
  return `{${parts.filter((text) => /: [\[{]*[A-Zg]/.test(text)).sort()}}`;
}
