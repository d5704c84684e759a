/**
 * Arrays of half-precision floats, which older runtimes lack: there, everything works that has none of them.
 *
 * @module
 */

/** Whether a value is an array of half-precision floats. */
export function isFloat16Array(value: unknown): value is Float16Array {
  return typeof Float16Array === "function" && value instanceof Float16Array;
}

/**
 * The class of these arrays.
 *
 * @throws {TypeError} If the runtime has none.
 */
export function float16Arrays(): typeof Float16Array {
  if (typeof Float16Array === "function") return Float16Array;
  throw new TypeError(
    "Cannot hold f16 on the host: there is no Float16Array here, a runtime that has it expected " +
      "(Node.js 24, Chrome 135, Firefox 129, Safari 18.2)",
  );
}
