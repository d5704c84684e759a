// Generated from the operators' files by `deno task bindgen`; do not edit. A public name has a `@category`.

export {
  elu,
  eluBackward,
  type EluOptions,
  geluBackward,
  geluTanh,
  geluTanhBackward,
  leakyRelu,
  leakyReluBackward,
  type LeakyReluOptions,
  siluBackward,
} from "../activations.ts";
export {
  add,
  divide,
  type FloatOf,
  floorDivide,
  fmod,
  type JoinedDType,
  type JoinedFloat,
  type JoinedLists,
  type JoinedNumber,
  type JoinedWith,
  multiply,
  type NumberOf,
  type Operand,
  power,
  remainder,
  type Scalar,
  subtract,
} from "../arithmetic.ts";
export {
  clamp,
  type ClampOptions,
  fmax,
  fmin,
  maximum,
  minimum,
  nanToNum,
  type NanToNumOptions,
} from "../bounds.ts";
export { asType } from "../cast.ts";
export { type JoinedThree, lerp, where } from "../choose.ts";
export { equal, greater, greaterEqual, less, lessEqual, notEqual } from "../compare.ts";
export { jaggedConcat, type JaggedConcatOptions, jaggedLike } from "../concat.ts";
export { exp, expm1, gelu, log, log1p, sigmoid, silu, tanh } from "../exponential.ts";
export { type Extremes, jaggedMax, jaggedMin, type Ordered } from "../extremes.ts";
export { fullLike, type LikeOptions, onesLike, zerosLike } from "../filled.ts";
export { jaggedGather } from "../gather.ts";
export {
  addInto,
  concatInto,
  copyInto,
  type DenseOperand,
  divideInto,
  multiplyInto,
  subtractInto,
} from "../into.ts";
export { jaggedFromListOfRows, listOfRows, type ListOfRowsOptions } from "../list_of_rows.ts";
export { jaggedMask } from "../mask.ts";
export { argmax, argmin, max, min } from "../max.ts";
export {
  type FlattenOptions,
  jaggedAtOuter,
  jaggedFlatten,
  jaggedFromNestedList,
  jaggedReshape,
  jaggedReshapeAs,
  jaggedSqueeze,
  jaggedUnbind,
  type NestedListOptions,
} from "../nested.ts";
export { permute, transpose } from "../permute.ts";
export {
  type NormalOptions,
  randomNormal,
  randomNormalAsync,
  randomUniform,
  randomUniformAsync,
  type UniformOptions,
} from "../random.ts";
export {
  jaggedAll,
  jaggedAny,
  jaggedMean,
  jaggedProd,
  jaggedSum,
  type Reduced,
  type ReduceOptions,
  type SumOf,
} from "../reduce.ts";
export { abs, ceil, floor, negate, relu, round, rsqrt, sqrt, trunc } from "../rounding.ts";
export { jaggedAt, jaggedSelect, jaggedSlice, type JaggedSliceOptions } from "../select_lists.ts";
export { sliceAxis, type SliceAxisOptions } from "../slice_axis.ts";
export {
  jaggedNorm,
  jaggedStd,
  jaggedVar,
  type NormOptions,
  type SpreadOptions,
} from "../spread.ts";
export { concat, type ConcatOptions, stack } from "../stack.ts";
export { type AxisOptions, mean, prod, sum } from "../sum.ts";
export { takeRows, type TakeRowsOptions } from "../take_rows.ts";
export { takeRowsBackward, type TakeRowsBackwardOptions } from "../take_rows_backward.ts";
