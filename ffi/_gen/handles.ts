/**
 * The native objects behind handles.
 *
 * @module
 */

/** The object behind a type of handle. */
export interface HandleType {
  /** C++ type of the object. */
  readonly type: string;
  /** Header that declares it. */
  readonly header: string;
  /** Quantities that shapes may name, each with its C++ member. */
  readonly quantities: Readonly<Record<string, string>>;
}

/** Types of handles that entries look up, by C name. */
export const HANDLES: ReadonlyMap<string, HandleType> = new Map([
  ["dvdb_grid", {
    type: "GridBatch",
    header: "core/grid_batch.hpp",
    quantities: {
      ["n_voxels"]: "view.n_voxels",
      ["n_grids"]: "view.n_grids",
      ["n_leaves"]: "view.n_leaves",
    },
  }],
  ["dvdb_conv_plan", {
    type: "ConvPlan",
    header: "conv/plan/plan.hpp",
    quantities: {
      ["n_sources"]: "source().n_voxels",
      ["n_targets"]: "target().n_voxels",
      ["n_taps"]: "ties->taps()",
    },
  }],
  ["dvdb_lod", {
    type: "dvdb::lod::Tree",
    header: "lod/tree/request.hpp",
    quantities: {
      ["n_points"]: "n",
      ["n_nodes"]: "n_nodes",
    },
  }],
]);

/**
 * Headers of what all others rely on: contexts, buffers and events. Their functions check their arguments by hand, as
 * generated entries need a context, look up no events, and refuse buffers by the sizes that these functions make.
 */
export const FOUNDATIONS: readonly string[] = ["abi", "buffer", "event"];

/** Element types that buffer comments name, each with its C++ type and the dtype that it is. */
export const ELEMENTS: ReadonlyMap<string, { readonly type: string; readonly dtype?: string }> =
  new Map([
    ["f16", { type: "Half", dtype: "DVDB_F16" }],
    ["bf16", { type: "Brief", dtype: "DVDB_BF16" }],
    ["f32", { type: "float", dtype: "DVDB_F32" }],
    ["f64", { type: "double", dtype: "DVDB_F64" }],
    ["bool", { type: "uint8_t", dtype: "DVDB_BOOL" }],
    ["u8", { type: "uint8_t", dtype: "DVDB_U8" }],
    ["i16", { type: "int16_t", dtype: "DVDB_I16" }],
    ["u16", { type: "uint16_t", dtype: "DVDB_U16" }],
    ["i32", { type: "int32_t", dtype: "DVDB_I32" }],
    ["u32", { type: "uint32_t" }],
    ["i64", { type: "int64_t", dtype: "DVDB_I64" }],
    ["u64", { type: "uint64_t" }],
  ]);
