/**
 * NRRD writer.
 *
 * @module
 */
import { oneOf } from "../../../ffi/base/words.ts";
import { joinBytes } from "../base/mesh.ts";
import { NRRD_SPACES, spaceOf } from "./layout.ts";
import { checkArray, checkParts, checkText, checkView } from "../../../ffi/base/checks.ts";
import { checkFinites, checkReals } from "../base/operands.ts";
import type { VolumeDims, VolumeSpace } from "../volume_data.ts";
import type { NrrdValues } from "../base/samples.ts";
import type { Triple } from "../cloud.ts";

/**
 * Input of {@linkcode encodeNrrd}.
 *
 * @category Volumes
 */
export interface NrrdInput {
  /** The samples, with interleaved channels, x fastest, then y and z: [z, y, x, channels]. */
  readonly values: NrrdValues;
  /** Samples along x, y and z. */
  readonly dims: VolumeDims;
  /**
   * Channels per sample.
   *
   * @default {1}
   */
  readonly channels?: number;
  /**
   * World position of the center of sample (0, 0, 0).
   *
   * @default {[0, 0, 0]}
   */
  readonly origin?: Triple;
  /**
   * Steps between samples along x, y and z in world space.
   *
   * @default {[[1, 0, 0], [0, 1, 0], [0, 0, 1]]}
   */
  readonly directions?: readonly [x: Triple, y: Triple, z: Triple];
  /**
   * Orientation of the world axes.
   *
   * @default {undefined} Not stated.
   */
  readonly space?: VolumeSpace;
}

/** Names of types, by the arrays that hold them. */
const TYPE_NAMES: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [Int8Array, "int8"],
  [Uint8Array, "uint8"],
  [Int16Array, "int16"],
  [Uint16Array, "uint16"],
  [Int32Array, "int32"],
  [Uint32Array, "uint32"],
  [BigInt64Array, "int64"],
  [BigUint64Array, "uint64"],
  [Float32Array, "float"],
  [Float64Array, "double"],
]);

/**
 * Encodes samples as a single-file NRRD, little-endian and uncompressed.
 *
 * @param input The samples and their position.
 * @returns The bytes of the file.
 * @throws {RangeError} If sizes are not positive whole numbers, or do not match the number of samples.
 * @throws {TypeError} If a part is of another kind, such as a tensor for an array.
 * @see "Definition of NRRD File Format", Teem documentation.
 * @category Volumes
 *
 * @example Two samples
 * ```ts
 * import { encodeNrrd, readNrrd } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const file = encodeNrrd({ values: Int16Array.of(5, -6), dims: [2, 1, 1], origin: [0, 0, 9] });
 * const { values, origin } = await readNrrd(file);
 * assertEquals([[...values], origin], [[5, -6], [0, 0, 9]]);
 * ```
 */
export function encodeNrrd(input: NrrdInput): Uint8Array<ArrayBuffer> {
  const operator = "encode NRRD";
  checkParts({ operator, name: "the volume" }, input, "an object with values and dims");
  const {
    values,
    dims,
    channels = 1,
    origin = [0, 0, 0],
    directions = [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    space,
  } = input;
  checkView({ operator, name: "values" }, values);
  checkReals({ operator, name: "dims" }, dims);
  checkFinites({ operator, name: "origin" }, origin, 3);
  checkArray({ operator, name: "directions" }, directions);
  for (const [axis, step] of directions.entries()) {
    checkFinites({ operator, name: `direction ${axis}` }, step, 3);
  }
  if (space !== undefined) checkText({ operator, name: "space" }, space);
  const refuse = (problem: string): never => {
    throw new RangeError(`Cannot encode NRRD: ${problem}`);
  };
  const sizes = [...dims, channels];
  if (!(dims.length === 3 && sizes.every((size) => Number.isSafeInteger(size) && size > 0))) {
    refuse(`sizes are ${sizes.join(" x ")}, positive whole numbers expected`);
  }
  const length = sizes.reduce((product, size) => product * size, 1);
  if (values.length !== length) refuse(`there are ${values.length} numbers, ${length} expected`);
  if (space !== undefined && spaceOf(space) !== space) {
    refuse(`space is "${space}", ${oneOf(NRRD_SPACES.map(([name]) => name))} expected`);
  }
  const vector = (one: Triple): string => `(${one.join(",")})`;
  const isPlain = channels === 1;
  const header = [
    "NRRD0004",
    `type: ${TYPE_NAMES.get(values.constructor) ?? refuse("its type is not known")}`,
    `dimension: ${isPlain ? 3 : 4}`,
    space === undefined ? "space dimension: 3" : `space: ${space}`,
    `sizes: ${isPlain ? "" : `${channels} `}${dims.join(" ")}`,
    `space directions: ${isPlain ? "" : "none "}${directions.map(vector).join(" ")}`,
    `kinds: ${isPlain ? "" : "vector "}domain domain domain`,
    ...(values.BYTES_PER_ELEMENT === 1 ? [] : ["endian: little"]),
    "encoding: raw",
    `space origin: ${vector(origin)}`,
    "\n",
  ].join("\n");
  return joinBytes([
    new TextEncoder().encode(header),
    new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
  ]);
}
