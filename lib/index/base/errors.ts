/**
 * Errors of spatial indexes.
 *
 * @module
 */

import type { Native, Status } from "../../../ffi/_generated/native.ts";
import { cannot } from "../../../ffi/base/errors.ts";
import { IndexFault } from "../../../ffi/_generated/symbols.ts";
import { type Context, type DType, NativeError, type Tensor } from "../../core/mod.ts";
import { checkDType } from "../../core/checks.ts";
import {
  callNative,
  type Computed,
  computeTensor,
  type OutRequest,
} from "../../core/native_call.ts";
import type { Argument } from "../../../ffi/base/checks.ts";

/**
 * Errors in the arguments of spatial index operators.
 *
 * - `BAD_RANK`: no axes, or more than four
 * - `NOT_INTEGER`, `NOT_INTEGER_POSITIVE`, `EMPTY_DIMENSION`: an extent that is not a whole number, negative, or 0
 * - `TOO_LARGE`: more than 2^40 elements
 * - `BAD_BITS`: a width outside 1 to 32
 * - `WIDTH_OVERFLOW`: sums that may need more than 63 bits
 * - `LENGTH`: data shorter or longer than the index
 * - `VALUE_RANGE`: values, or elements after an edit, that do not fit their width
 * - `INDEX_RANGE`: keys outside the index
 * - `BOX_ORDER`: boxes or ranges that end before they begin
 * - `BAD_RANK_QUERY`: ranks below 0
 * - `CAPABILITY`: a query or an edit that the layout does not support
 * - `CORRUPT`: bytes that are not an index
 * - `BAD_THRESHOLD`: a threshold that is NaN, or not a possible voxel value
 * - `BAD_BRICK`: a brick edge that is not a power of two from 2 to 256
 * - `NAN_VOXELS`: voxels that are NaN
 * - `BAD_CAMERA`: a camera, image size or step that does not define rays
 * - `TF_NOT_ZERO_BELOW_TAU`: a nonzero opacity of values that are to be skipped
 *
 * @category Spatial indexes
 */
export type IndexErrorCode =
  | "BAD_RANK"
  | "NOT_INTEGER"
  | "NOT_INTEGER_POSITIVE"
  | "EMPTY_DIMENSION"
  | "TOO_LARGE"
  | "BAD_BITS"
  | "WIDTH_OVERFLOW"
  | "LENGTH"
  | "VALUE_RANGE"
  | "INDEX_RANGE"
  | "BOX_ORDER"
  | "BAD_RANK_QUERY"
  | "CAPABILITY"
  | "CORRUPT"
  | "BAD_THRESHOLD"
  | "BAD_BRICK"
  | "NAN_VOXELS"
  | "BAD_CAMERA"
  | "TF_NOT_ZERO_BELOW_TAU";

/**
 * Thrown when a spatial index cannot be built, queried or edited with the given arguments.
 *
 * @category Spatial indexes
 */
export class IndexError extends RangeError {
  /** The kind of error. */
  readonly code: IndexErrorCode;
  /** The operator that failed, such as `indexFromBits`. */
  readonly operator: string;

  /** Makes an error from a whole message. */
  constructor(code: IndexErrorCode, operator: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "IndexError";
    this.code = code;
    this.operator = operator;
  }
}

/** Throws an {@linkcode IndexError} that says what was being done and what is wrong. */
export function refuseIndex(code: IndexErrorCode, operator: string, problem: string): never {
  throw new IndexError(code, operator, `${cannot(operator)}: ${problem}`);
}

/** Refuses data that are no bytes, or not as many as an index has. */
export function checkLength({ operator, name }: Argument, data: Tensor, expected: number): void {
  checkDType({ operator, name }, data, ["u8"]);
  if (data.length === expected) return;
  refuseIndex("LENGTH", operator, `${name} has ${data.length} bytes, ${expected} expected`);
}

const CODES: Readonly<Record<number, IndexErrorCode>> = {
  [IndexFault.KEY]: "INDEX_RANGE",
  [IndexFault.VALUE]: "VALUE_RANGE",
  [IndexFault.ORDER]: "BOX_ORDER",
  [IndexFault.RANK]: "BAD_RANK_QUERY",
  [IndexFault.CORRUPT]: "CORRUPT",
  [IndexFault.NAN]: "NAN_VOXELS",
};

/** Room for one number, the kind of what a native function refuses. */
type Fault = Uint32Array<ArrayBuffer>;

/**
 * Runs native calls that look at data.
 *
 * @throws {IndexError} If they refuse the data.
 */
function checkFault<T>(operator: string, run: (outFault: Fault) => T): T {
  const fault = new Uint32Array(1);
  try {
    return run(fault);
  } catch (error) {
    const code = CODES[fault[0] ?? 0];
    if (code === undefined || !(error instanceof NativeError)) throw error;
    throw new IndexError(code, operator, error.message, error);
  }
}

/**
 * Calls a native function that looks at data.
 *
 * @throws {IndexError} If it refuses the data.
 */
export function callChecked(
  operator: string,
  context: Context,
  call: (native: Native, outFault: Fault) => Status,
): void {
  checkFault(operator, (fault) => callNative(operator, context, (native) => call(native, fault)));
}

/**
 * Makes a tensor and has a native function write it that looks at data.
 *
 * @returns The tensor; the caller owns it.
 * @throws {IndexError} If it refuses the data.
 */
export function computeChecked<D extends DType>(
  computed: Computed<D>,
  call: (native: Native, request: OutRequest & { readonly outFault: Fault }) => Status,
): Tensor<D> {
  return checkFault(
    computed.operator,
    (outFault) =>
      computeTensor(computed, (native, request) => call(native, { ...request, outFault })),
  );
}
