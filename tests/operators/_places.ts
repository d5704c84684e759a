/**
 * The numbers in calls of public functions, and the same calls with others in their place.
 *
 * @module
 */
import type * as root from "../_doors.ts";
import { isPlainObject, objectAt, optionsOf } from "./_answers.ts";
import { isMarked } from "../../dev/calls/_marks.ts";
import type { Row } from "./_operands.ts";

/** A number in an operand, and how to make the operand with another one there. */
export interface Place {
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
export async function placesOf(
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
