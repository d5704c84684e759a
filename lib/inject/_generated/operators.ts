// Generated from the operators' files by `deno task bindgen`; do not edit. A public name has a `@category`.

export {
  type FromDenseOptions,
  injectFromDenseCmajor,
  injectFromDenseCminor,
} from "../from_dense.ts";
export { injectFromIjk, injectFromIjkInto } from "../from_ijk.ts";
export { inject, injectInto, type InjectOptions } from "../inject.ts";
export {
  type IjkPerGrid,
  type IjkTriple,
  injectToDenseCmajor,
  injectToDenseCminor,
  type ToDenseOptions,
} from "../to_dense.ts";
