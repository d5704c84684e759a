/**
 * The ways to compute a convolution, by name.
 *
 * @module
 */

import { ConvBackend as Code } from "../../../ffi/_generated/symbols.ts";
import { refuse } from "../../../ffi/base/checks.ts";

/**
 * A way to compute a convolution.
 *
 * @category Convolution
 */
export type ConvBackendName =
  | "gather-scatter"
  | "window"
  | "igemm"
  | "igemm-split"
  | "tf32"
  | "lggs"
  | "leaf"
  | "brick";

const CODES: Readonly<Record<ConvBackendName, Code>> = {
  "gather-scatter": Code.GATHER_SCATTER,
  "window": Code.WINDOW,
  "igemm": Code.IGEMM,
  "igemm-split": Code.IGEMM_SPLIT,
  "tf32": Code.TF32,
  "lggs": Code.LGGS,
  "leaf": Code.LEAF,
  "brick": Code.BRICK,
};

/**
 * All ways to compute a convolution.
 *
 * @category Convolution
 */
export const CONV_BACKENDS: readonly ConvBackendName[] = Object.freeze(
  Object.keys(CODES) as ConvBackendName[],
);

/** Those that round numbers to fewer bits than their element type has. */
export const ROUNDING_BACKENDS: readonly ConvBackendName[] = Object.freeze(["tf32"] as const);

/**
 * The number by which the native library knows a backend.
 *
 * @throws {RangeError} If there is none of that name.
 */
export function backendCode(operator: string, name: ConvBackendName | "auto"): Code {
  if (name === "auto") return Code.AUTO;
  if (Object.hasOwn(CODES, name)) return CODES[name];
  refuse(
    operator,
    `backend "${name}" is not there, auto or ${CONV_BACKENDS.join(" or ")} expected`,
  );
}

/** The name of a backend. */
export function backendName(operator: string, code: number | undefined): ConvBackendName {
  const found = CONV_BACKENDS.find((name) => CODES[name] === code);
  if (found === undefined) {
    refuse(operator, `the native library chose backend ${code}, which has no name`);
  }
  return found;
}
