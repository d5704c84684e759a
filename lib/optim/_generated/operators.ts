// Generated from the operators' files by `deno task bindgen`; do not edit. A public name has a `@category`.

export { adamInto, type AdamOptions, type AdamState, adamState, adamwInto } from "../adam.ts";
export { clipFactor, type ClipFactorOptions } from "../clip_factor.ts";
export { emaInto, type EmaOptions, emaState } from "../ema.ts";
export {
  lossScaleInto,
  type LossScaleIntoOptions,
  lossScaleState,
  type LossScaleStateOptions,
} from "../loss_scale.ts";
export {
  constantRate,
  cosineRate,
  type FallingRateOptions,
  linearRate,
  type Schedule,
  stepRate,
  type StepRateOptions,
  withWarmup,
} from "../schedules.ts";
export { sgdInto, type SgdOptions, type SgdState, sgdState } from "../sgd.ts";
