/**
 * Calls of the public functions on tensors and lists.
 *
 * @module
 */
import { Arena } from "../../mod.ts";
import { batchNorm } from "../../lib/dense/mod.ts";
import { adamState, emaState, sgdState } from "../../lib/optim/mod.ts";
import { alike, type Calls, given, options, or, twice, type Values } from "./_operands.ts";

/** Calls of optimizers. */
export function optimizerCalls({ own, full }: Values): Calls {
  const params = { weight: full([3]) };
  const gradients = { weight: full([3]) };
  const adam = own(adamState(params));
  return {
    ...alike("sgdState adamState emaState", params),
    sgdInto: [params, gradients, given(own(sgdState(params))), { rate: 0.5 }],
    ...alike("adamInto adamwInto", params, gradients, given(adam), { rate: 0.5 }),
    emaInto: [own(emaState(params)), params, options()],
    clipFactor: [gradients, 1],
    constantRate: [1],
    stepRate: [{ rate: 1, every: 2 }],
    ...alike("linearRate cosineRate", { rate: 1, steps: 2 }),
    withWarmup: [() => 1, 2],
  };
}

/** Calls of functions that make tensors and lists, compute with them, and select from them. */
export function listCalls(values: Values): Calls {
  const { context, lists, nested, unit, picks, features, field, mask, full, ints, rows, event } =
    values;
  const like = { context, dtype: "f32" };
  const list = full([3, 2]);
  const number = or(field, "number");
  const targets = ints([0, 1, 0], [3]);
  const loss = full([]);
  const norm = { scale: full([2]), shift: full([2]) };
  const normalized = values.own(batchNorm(list, norm));
  return {
    openContext: [options()],
    openContextAsync: [options()],
    createBuffer: [context, 8],
    recordEvent: [context],
    elapsed: [event, event],
    scope: [() => 1],
    ...alike("toBf16 fromBf16", Uint16Array.of(1, 2)),
    tensor: [[1, 2], or({ context }, "resource")],
    emptyTensor: [[2], like],
    fullTensor: [[2], 1, like],
    jagged: [list, or({ offsets: [0, 3] }, "resource")],
    jaggedFromList: [[list], options()],
    jaggedFromNestedList: [[[list]], or({ dtype: "f32" }, "empty")],
    jaggedFromListOfRows: [list, ints([0, 0, 1], [3]), { count: 2 }],
    ...twice("randomNormal", [2], { ...like, seed: 1 }),
    ...twice("randomUniform", [2], { ...like, seed: 1 }),
    ...alike("add subtract multiply divide floorDivide remainder fmod power", number, number),
    ...alike("maximum minimum fmax fmin", number, number),
    ...alike("equal notEqual less lessEqual greater greaterEqual", number, number),
    ...alike("exp expm1 log log1p sigmoid tanh silu gelu", features),
    ...alike("negate abs sqrt rsqrt floor ceil round trunc relu", features),
    ...alike("add/number maximum/number equal/number", field, or(1, "number", "resource")),
    "nanToNum/replaced": [field, options({ nan: Infinity })],
    clamp: [field, { low: 1 }],
    nanToNum: [field, options()],
    asType: [field, "f64"],
    where: [mask, number, number],
    lerp: [number, number, number],
    ...alike("jaggedSum jaggedProd jaggedMean jaggedMin jaggedMax", field, options()),
    ...alike("jaggedAny jaggedAll jaggedNorm jaggedVar jaggedStd", field, options()),
    ...alike("sum mean prod max min argmax argmin", features, options()),
    ...alike("concat stack", [features, features], options()),
    permute: [features, [0, ...features.shape.slice(1).map((_, axis) => axis + 1)]],
    transpose: [list],
    sliceAxis: [list, { axis: 1 }],
    ...alike("addInto subtractInto multiplyInto divideInto", full(field.shape), number, number),
    copyInto: [full([3, 2]), list],
    concatInto: [full([6, 2]), [list, list], options()],
    ...alike("zerosLike onesLike", field, options()),
    fullLike: [field, 2, options()],
    batchNorm: [list, norm, options({ residual: list })],
    batchNormInference: [list, { mean: full([2]), variance: full([2]) }, norm, options()],
    batchNormBackward: [list, norm, given(normalized), list, options()],
    ...alike("streamUniform streamNormal", [2], { ...like, seed: 1 }),
    dropout: [list, { p: 0.5, seed: 1 }],
    crossEntropy: [list, targets, options()],
    crossEntropyBackward: [list, targets, loss, options()],
    ...alike("softmax logSoftmax logSumExp", list),
    ...alike("softmaxBackward logSoftmaxBackward", list, list),
    logSumExpBackward: [list, full([3])],
    ...alike("meanSquares meanAbs huber binaryCrossEntropy", list, list, options()),
    ...alike("meanSquaresBackward meanAbsBackward", list, list, loss, options()),
    ...alike("huberBackward binaryCrossEntropyBackward", list, list, loss, options()),
    linear: [list, full([2, 2]), options({ bias: full([2]), residual: list })],
    linearBackward: [list, full([2, 2]), list, options({ reluResults: list })],
    matmul: [full([2, 2]), full([2, 3]), options()],
    matmulBackward: [full([2, 2]), full([2, 3]), full([2, 3]), options()],
    jaggedAt: [lists, 0],
    jaggedConcat: [[lists, lists], options()],
    "jaggedConcat/columns": [[lists, lists], options({ dim: 1 })],
    jaggedFlatten: [lists, options()],
    jaggedLike: [lists, features],
    listOfRows: [lists],
    jaggedMask: [lists, mask],
    jaggedReshape: [lists, [features.shape[0]]],
    jaggedReshapeAs: [lists, lists],
    jaggedSelect: [lists, [0]],
    jaggedSlice: [lists, options()],
    jaggedAtOuter: [nested, 0],
    jaggedSqueeze: [unit, 1],
    jaggedUnbind: [nested],
    jaggedGather: [lists, picks],
    takeRows: [features, rows, options()],
    "Tensor.write": [list, [1, 2, 3, 4, 5, 6]],
    "Tensor.fill": [list, 1],
    "Tensor.readInto": [list, new Float32Array(6)],
    "Tensor.slice": [list, 0, or(1, "missing")],
    "Tensor.reshape": [list, [6]],
    "DeviceBuffer.view": [list.buffer, or(0, "missing"), or(4, "missing")],
    "DeviceBuffer.write": [list.buffer, new Float32Array(6), or(0, "missing")],
    "DeviceBuffer.readInto": [list.buffer, new Float32Array(6), or(0, "missing")],
    "DeviceBuffer.readIntoAsync": [list.buffer, new Float32Array(6), or(0, "missing")],
    "DeviceBuffer.fill": [list.buffer, new Float32Array(1), or(0, "missing"), or(4, "missing")],
    "DeviceBuffer.copyFrom": [list.buffer, full([1]).buffer, or(0, "missing")],
    "Arena.own": [new Arena(), or({ [Symbol.dispose]: (): void => {} }, "resource")],
  };
}
