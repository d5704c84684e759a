/**
 * Everything that the doors of the package export, except those for files and for the command line.
 *
 * @module
 */

export * from "../mod.ts";
export * from "../lib/attention/mod.ts";
export * from "../lib/conv/mod.ts";
export * from "../lib/core/mod.ts";
export * from "../lib/dense/mod.ts";
export * from "../lib/grid/mod.ts";
export * from "../lib/index/mod.ts";
export * from "../lib/inject/mod.ts";
export * from "../lib/jagged/mod.ts";
export * from "../lib/lod/mod.ts";
export * from "../lib/mesh/mod.ts";
export * from "../lib/optim/mod.ts";
export * from "../lib/pool/mod.ts";
export * from "../lib/query/mod.ts";
export * from "../lib/rays/mod.ts";
export * from "../lib/render/mod.ts";
export * from "../lib/sample/mod.ts";
export * from "../lib/sdf/mod.ts";
export * from "../lib/topology/mod.ts";
