/**
 * Arguments of another kind than their types say: programs that are run without a check of types may have any.
 *
 * @module
 */

import { cannot } from "./errors.ts";

/** What can be asked whether it is usable. */
interface Usable {
  assertUsable(operator: string): void;
}

/**
 * Refuses an operation on what is nothing on a device, or gone.
 *
 * @param operator What is being done.
 * @param resource A tensor, lists, a grid or the like.
 * @throws {TypeError} If it is something else.
 * @throws {DisposedError} If it has been disposed.
 */
export function checkResource(operator: string, resource: Usable): void {
  if (isUsable(resource)) return resource.assertUsable(operator);
  const given = resource === undefined ? "is missing" : `is ${describeValue(resource)}`;
  throw new TypeError(`${cannot(operator)}: an input ${given}, something on a device expected`);
}

/**
 * Refuses options that are no object with names, such as a number or a tensor in their place.
 *
 * @param operator What is being done.
 * @returns The options.
 * @throws {TypeError} If they are something else.
 */
export function checkOptions<O extends object>(operator: string, options: O): O {
  const isPlain = typeof options === "object" && options !== null && !Array.isArray(options) &&
    !ArrayBuffer.isView(options);
  if (isPlain && !isUsable(options)) return options;
  throw new TypeError(
    `${cannot(operator)}: options are ${
      describeValue(options)
    }, an object with their names expected`,
  );
}

function isUsable(value: unknown): value is Usable {
  return typeof value === "object" && value !== null && "assertUsable" in value &&
    typeof value.assertUsable === "function";
}

/** Characters of a text that messages show. */
const SHOWN = 40;

/** What messages say of a value of any kind: text in quotes and not all of a long one, objects by their class. */
export function describeValue(value: unknown): string {
  if (typeof value === "string") {
    return value.length > SHOWN ? `"${value.slice(0, SHOWN)}..."` : `"${value}"`;
  }
  if (typeof value === "function") return "a function";
  if (typeof value !== "object" || value === null) return String(value);
  const { name = "object" } = value.constructor ?? {};
  return /^[AEIO]|^U(?!int)/i.test(name) ? `an ${name}` : `a ${name}`;
}
