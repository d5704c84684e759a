/**
 * Records of three numbers on the device.
 *
 * @module
 */

import { checkDType, checkShape } from "../core/checks.ts";
import type { Tensor } from "../core/mod.ts";

/** Rejects tensors that are no such records. */
export function checkRecord(operator: string, name: string, record: Tensor<"f64">): void {
  checkDType({ operator, name }, record, ["f64"]);
  checkShape({ operator, name }, record, [3]);
}
