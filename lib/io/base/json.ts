/**
 * Parts of JSON of which nothing is known.
 *
 * @module
 */

/** Names and values. */
export type Json = Readonly<Record<string, unknown>>;

/** Whether a value has names and values. */
export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Depth to which messages look into values, parts that they show of each, and characters. */
const [DEPTH, PARTS, SHOWN] = [3, 60, 60];

/** Shows any value in a message, shortened; none is too deep for it. */
export function showJson(value: unknown): string {
  return show(value, DEPTH).slice(0, SHOWN);
}

function show(value: unknown, depth: number): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "missing";
  if (depth === 0) return "...";
  if (Array.isArray(value)) {
    return `[${value.slice(0, PARTS).map((one) => show(one, depth - 1)).join(",")}]`;
  }
  const parts = Object.entries(value).slice(0, PARTS);
  const shown = parts.map(([name, one]) => `${JSON.stringify(name)}:${show(one, depth - 1)}`);
  return `{${shown.join(",")}}`;
}
