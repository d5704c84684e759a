/**
 * Search for numbers that are not finite.
 *
 * @module
 */

import { cannot } from "../../ffi/base/errors.ts";
import { fromBf16 } from "../core/bf16.ts";
import type { Float, Tensor } from "../core/mod.ts";

/**
 * Rejects tensors with numbers that are not finite. It waits for the device.
 *
 * @param what What messages call the tensor.
 * @throws {RangeError} If there is such a number.
 */
export function assertFinite(operator: string, what: string, tensor: Tensor<Float>): void {
  const read = tensor.readSync();
  const numbers = read instanceof Uint16Array ? fromBf16(read) : read;
  const at = numbers.findIndex((number) => !Number.isFinite(number));
  if (at < 0) return;
  const [rows = 1] = tensor.shape;
  const row = Math.floor(at / (tensor.length / rows));
  throw new RangeError(`${cannot(operator)}: ${what} has ${numbers[at]} in row ${row}`);
}
