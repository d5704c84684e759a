/**
 * Parameters in files: from trees to named arrays, and back.
 *
 * @module
 */

import { checkArray, checkFunction, checkParts, checkText } from "../../ffi/base/checks.ts";
import { cannot } from "../../ffi/base/errors.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { fromBf16 } from "../core/bf16.ts";
import type { DType, Tensor, TypedArrayOf } from "../core/mod.ts";
import { FLOATS, toTypedArray } from "../core/dtype.ts";
import { formatShape, sameShape } from "../core/shape.ts";
import { leaves } from "../grad/mod.ts";

/**
 * An array of a file of parameters, as `readSafetensors` of `@denovdb/denovdb/io` gives it.
 *
 * @category Parameters in files
 */
export interface ParameterArray {
  /** Its name. */
  readonly name: string;
  /** The extents of its axes, the last one varying fastest. */
  readonly shape: readonly number[];
  /** Element type. */
  readonly dtype: string;
  /** Its values; bf16 are the upper halves of f32. */
  readonly values: (ArrayLike<number> & Iterable<number>) | (ArrayLike<bigint> & Iterable<bigint>);
}

/**
 * An array of a tree of parameters, as `encodeSafetensors` of `@denovdb/denovdb/io` takes it.
 *
 * @category Parameters in files
 */
export interface ReadParameter extends ParameterArray {
  /** Element type. */
  readonly dtype: DType;
  /** Its values. */
  readonly values: TypedArrayOf<DType>;
}

/**
 * Options for {@linkcode loadParameters}.
 *
 * @category Parameters in files
 */
export interface LoadParametersOptions {
  /**
   * Says what the file calls the parameter of a path.
   *
   * @default {undefined} The path itself, such as `stem.weight`.
   */
  readonly rename?: (path: string) => string;
  /**
   * Brings an array of the file into the layout of the parameter of a path, for example by `convWeights`.
   *
   * @default {undefined} Layouts are the same.
   */
  readonly permute?: (array: ParameterArray, path: string) => ParameterArray;
  /**
   * Whether missing parameters, and arrays that nothing is loaded from, are an error.
   *
   * @default {true}
   */
  readonly strict?: boolean;
}

/**
 * Entries that {@linkcode loadParameters} could not match.
 *
 * @category Parameters in files
 */
export interface UnmatchedParameters {
  /** Paths of parameters that the file does not have; they keep their values. */
  readonly missing: readonly string[];
  /** Names of arrays that no parameter is loaded from. */
  readonly unexpected: readonly string[];
}

const NAMES = optionNames<LoadParametersOptions>({
  rename: true,
  permute: true,
  strict: "boolean",
});

/** A parameter and what it is to be. */
interface Match {
  readonly tensor: Tensor;
  readonly values: TypedArrayOf<DType>;
}

/**
 * Copies a tree of parameters to the host, each with its path as its name, for a file.
 *
 * @param tree Plain objects and arrays with tensors, such as `{ net, state }`; borrowed.
 * @returns The arrays, in the order of the tree.
 * @throws {TypeError} If something else is in the tree.
 * @throws {DisposedError} If a tensor has been disposed.
 * @category Parameters in files
 *
 * @example A checkpoint
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { encodeSafetensors, readSafetensors } from "@denovdb/denovdb/io";
 * import { loadParameters, readParameters } from "@denovdb/denovdb/nn";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using weight = tensor([1, 2, 3, 4], { context, shape: [2, 2] });
 * const net = { head: { weight } };
 * const file = encodeSafetensors(await readParameters(net));
 * weight.fill(0);
 * loadParameters(net, readSafetensors(file).arrays);
 * assertEquals([...await weight.read()], [1, 2, 3, 4]);
 * ```
 */
export async function readParameters(tree: object): Promise<readonly ReadParameter[]> {
  return await Promise.all(
    leaves(tree).map(async ([name, tensor]) => {
      const { shape, dtype } = tensor;
      return { name, shape, dtype, values: await tensor.read() };
    }),
  );
}

/**
 * Writes arrays of a file to the parameters of a tree.
 *
 * Floats are converted to the type of the parameter, rounding to nearest even; other types have to be the same. Nothing is
 * written if anything does not fit.
 *
 * @param tree Plain objects and arrays with tensors; they are written to.
 * @param arrays The arrays of the file.
 * @param options What the file calls parameters, how it stores them, and whether all have to match.
 * @returns What did not match; nothing if `strict` is true.
 * @throws {RangeError} If names are missing or left over, if shapes differ, or if the file has a name twice: the message
 * lists all of them.
 * @throws {TypeError} If something else is in the tree, or if element types do not fit.
 * @throws {DisposedError} If a tensor has been disposed.
 * @category Parameters in files
 */
export function loadParameters(
  tree: object,
  arrays: readonly ParameterArray[],
  options: LoadParametersOptions = {},
): UnmatchedParameters {
  const operator = "loadParameters";
  const given = checkOptions(operator, options, NAMES);
  const { rename = (path) => path, permute = (array) => array, strict = true } = given;
  checkFunction({ operator, name: "rename" }, rename);
  checkFunction({ operator, name: "permute" }, permute);
  const problems: string[] = [];
  const wrongTypes: string[] = [];
  const byName = namesOf(operator, arrays, problems);
  const left = new Set(byName.keys());
  const missing: string[] = [];
  const matches: Match[] = [];
  for (const [path, tensor] of leaves(tree)) {
    tensor.assertUsable(operator, path);
    const name = rename(path);
    const found = byName.get(name);
    if (found === undefined) {
      missing.push(name === path ? path : `${path} as ${name}`);
      continue;
    }
    left.delete(name);
    const array = permute(found, path);
    checkArrayParts(operator, array, name);
    if (!sameShape(array.shape, tensor.shape) || array.values.length !== tensor.length) {
      problems.push(
        `the shape of ${path} is ${formatShape(tensor.shape)}, ${formatShape(array.shape)} ` +
          `with ${array.values.length} values in the file`,
      );
      continue;
    }
    const values = convertedTo(tensor.dtype, array);
    if (values !== undefined) matches.push({ tensor, values });
    else wrongTypes.push(`${path} is ${tensor.dtype}, ${array.dtype} in the file`);
  }
  const unexpected = [...left];
  if (strict && missing.length > 0) problems.push(`missing ${missing.join(", ")}`);
  if (strict && unexpected.length > 0) problems.push(`left over ${unexpected.join(", ")}`);
  if (problems.length > 0) {
    throw new RangeError(`${cannot(operator)}: ${[...problems, ...wrongTypes].join("; ")}`);
  }
  if (wrongTypes.length > 0) throw new TypeError(`${cannot(operator)}: ${wrongTypes.join("; ")}`);
  for (const { tensor, values } of matches) tensor.write(values);
  return { missing, unexpected };
}

/** The arrays by name; a name that is there twice is a problem. */
function namesOf(
  operator: string,
  arrays: readonly ParameterArray[],
  problems: string[],
): ReadonlyMap<string, ParameterArray> {
  checkArray({ operator, name: "arrays" }, arrays);
  const found = new Map<string, ParameterArray>();
  for (const [place, array] of arrays.entries()) {
    checkArrayParts(operator, array, `array ${place}`);
    if (found.has(array.name)) problems.push(`${array.name} is there twice`);
    found.set(array.name, array);
  }
  return found;
}

function checkArrayParts(operator: string, array: ParameterArray, name: string): void {
  checkParts({ operator, name }, array);
  checkText({ operator, name: `the name of ${name}` }, array.name);
  checkText({ operator, name: `the dtype of ${name}` }, array.dtype);
  checkArray({ operator, name: `the shape of ${name}` }, array.shape);
}

/** Values in another element type; undefined where only one of both types is a float, or integers differ. */
function convertedTo(
  dtype: DType,
  { dtype: from, values }: ParameterArray,
): TypedArrayOf<DType> | undefined {
  if (from === dtype) {
    const isTyped = ArrayBuffer.isView(values);
    return isTyped
      ? values as TypedArrayOf<DType>
      : toTypedArray(dtype, Array.from<number>(values as ArrayLike<number>));
  }
  const floats: readonly string[] = FLOATS;
  if (!floats.includes(from) || !floats.includes(dtype)) return undefined;
  const wide = from === "bf16"
    ? fromBf16(Uint16Array.from(values as ArrayLike<number>))
    : values as ArrayLike<number>;
  return toTypedArray(dtype, Float64Array.from(wide));
}
