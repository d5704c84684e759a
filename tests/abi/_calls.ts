/**
 * Calls of every native function with the least arguments that it accepts: no elements, no grids.
 *
 * @module
 */

import { readHeaders } from "../../ffi/_gen/main.ts";
import type { Declarations, FunctionType, Parameter } from "../../ffi/_gen/model.ts";
import { camelCase, passedParameters } from "../../ffi/_gen/names.ts";
import { parseHeaders } from "../../ffi/_gen/parse_header.ts";
import type {
  BufferHandle,
  ContextHandle,
  ConvPlanHandle,
  EventHandle,
  GridHandle,
  LodHandle,
  Native,
  Status,
} from "../../ffi/_generated/native.ts";
import { Dtype, LodSetting, StatusCode } from "../../ffi/_generated/symbols.ts";
import { checkStatus, type Context, nativeOf } from "../../ffi/context.ts";
import { handleOf } from "../../ffi/owned.ts";

/** What the headers declare. */
export const DECLARATIONS: Declarations = parseHeaders(await readHeaders());

/** Every function of the ABI, as the headers declare it. */
export const FUNCTIONS: readonly FunctionType[] = DECLARATIONS.functions;

/** The number of an enum's value. */
export function choiceOf(name: string): number | undefined {
  return DECLARATIONS.enums.flatMap(({ values }) => values).find((one) => one.name === name)?.value;
}

/** Live handles of one context, one of each kind. */
export interface Handles extends Disposable {
  readonly context: ContextHandle;
  readonly buffer: BufferHandle;
  readonly grid: GridHandle;
  readonly event: EventHandle;
  readonly ["conv_plan"]: ConvPlanHandle;
  readonly lod: LodHandle;
  /** A buffer of so many bytes, the same for each call. */
  readonly sized: (bytes: number) => BufferHandle;
}

/**
 * Makes one handle of each kind: a buffer of coordinates, a batch of their grid, an event, and a plan of one tap from the
 * batch to itself. Without coordinates, the buffer is empty and the batch has no grids.
 */
export function makeHandles(context: Context, ijk: Int32Array = new Int32Array(0)): Handles {
  const native = nativeOf(context);
  const handle = handleOf(context);
  const out = new Uint32Array(1);
  const take = (status: Status): number => {
    checkStatus(context, status, "make handles");
    return out[0] ?? 0;
  };
  const count = ijk.length / 3;
  const grids = Math.min(count, 1);
  const buffer = take(
    native.bufferCreate({ context: handle, nBytes: ijk.byteLength, outBuffer: out }),
  ) as BufferHandle;
  checkStatus(
    context,
    native.bufferWrite({ context: handle, buffer, offset: 0, data: ijk, nBytes: ijk.byteLength }),
    "make handles",
  );
  const starts = BigInt64Array.of(0n, BigInt(count));
  const ones = Float64Array.of(1, 1, 1);
  const grid = take(
    native.gridFromIjk({
      context: handle,
      ijk: buffer,
      nPoints: count,
      offsets: starts,
      voxelSizes: ones,
      origins: ones,
      nGrids: grids,
      outGrid: out,
    }),
  ) as GridHandle;
  const event = take(native.eventRecord({ context: handle, outEvent: out })) as EventHandle;
  const once = Int32Array.of(1, 1, 1);
  const plan = take(
    native.convPlanCreate({
      context: handle,
      source: grid,
      target: grid,
      kernel: once,
      stride: once,
      transposed: 0,
      outPlan: out,
    }),
  ) as ConvPlanHandle;
  const settings = new BigInt64Array(LodSetting.SETTING_COUNT);
  settings[LodSetting.ROWS] = 1n;
  const lod = take(
    native.buildLod({
      context: handle,
      points: buffer,
      dtype: Dtype.I32,
      nPoints: count,
      colors: 0 as BufferHandle,
      colorChannels: 0,
      box: new Float64Array(7),
      hasBox: 0,
      settings,
      nKnown: 0,
      known: new BigInt64Array(),
      sums: 0 as BufferHandle,
      outLod: out,
    }),
  ) as LodHandle;
  const bySize = new Map<number, BufferHandle>();
  const sized = (bytes: number): BufferHandle => {
    const made = bySize.get(bytes) ??
      take(native.bufferCreate({ context: handle, nBytes: bytes, outBuffer: out })) as BufferHandle;
    bySize.set(bytes, made);
    return made;
  };
  return {
    context: handle,
    buffer,
    grid,
    event,
    ["conv_plan"]: plan,
    lod,
    sized,
    [Symbol.dispose](): void {
      for (const one of bySize.values()) native.bufferDestroy({ context: handle, buffer: one });
      native.lodDestroy({ context: handle, lod });
      native.convPlanDestroy({ context: handle, plan });
      native.eventDestroy({ context: handle, event });
      native.gridDestroy({ context: handle, grid });
      native.bufferDestroy({ context: handle, buffer });
    },
  };
}

/** A value for each parameter that a wrapper takes. */
export type Arguments = readonly { readonly parameter: Parameter; readonly value: unknown }[];

/** Least arguments for a function; memory is far larger than needed. */
export function leastArguments(type: FunctionType, handles: Handles): Arguments {
  return passedParameters(type).map((parameter) => ({
    parameter,
    value: LIMITS.has(type.name) && parameter.name === "bytes"
      ? NO_LIMIT
      : leastValue(parameter, handles),
  }));
}

/** Functions that take a number of bytes which later calls may not exceed. */
const LIMITS: ReadonlySet<string> = new Set(["dvdb_context_limit_memory"]);

const NO_LIMIT = 2 ** 50;

/** Numbers that must not be 0 even when there is nothing to do. */
const LEAST: ReadonlyMap<string, number> = new Map([
  ["pattern_bytes", 1],
  ["element_bytes", 1],
  ["channels", 1],
  ["groups", 1],
  ["period", 1],
  ["classes", 1],
  ["target_dtype", Dtype.I32],
  ["neighborhood", 6],
  ["n_sources", 1],
  ["rank", 1],
  ["most", 1],
  ["step_size", 1],
  ["index_dtype", Dtype.I32],
  ["delta_dtype", Dtype.I32],
  ["value_dtype", Dtype.U8],
  ["out_dtype", Dtype.I64],
  ["bits", 1],
  ["log2_edge", 1],
  ["face_dtype", Dtype.I32],
  ["point_size", 1],
  ["half_width", 1],
  ["max_depth", 1],
  ["half_width_in_voxels", 1],
  ["order", 1],
  ["size", 1],
  ["dilation", 1],
  ["heads", 1],
  ["depth", 1],
  ["value_depth", 1],
  ["record_length", 20],
]);

/** Arrays of numbers that must be positive. */
const POSITIVE: ReadonlySet<string> = new Set([
  "divisor",
  "remainders",
  "factor",
  "kernel",
  "stride",
  "dims",
  "strides",
]);

/** Whether 0 may stand in for a handle. */
export function mayBeLeftOut({ buffer, comment }: Parameter): boolean {
  return buffer?.optional === true || comment.endsWith("; 0 for all") ||
    comment.endsWith("; 0 for none");
}

function leastValue(parameter: Parameter, handles: Handles): unknown {
  const { name, type, direction } = parameter;
  if (POSITIVE.has(name) && direction !== "value") {
    return type === "int64_t" ? new BigInt64Array(4096).fill(1n) : new Int32Array(4096).fill(1);
  }
  if (name === "grids" && direction === "in") return new Uint32Array(4096).fill(handles.grid);
  if (direction !== "value") return memory(type, 4096);
  if (mayBeLeftOut(parameter)) return 0;
  const bytes = fixedBytes(parameter);
  if (bytes !== undefined) return handles.sized(bytes);
  if (type.startsWith("dvdb_") && type !== "dvdb_ticket") {
    return handles[type.slice("dvdb_".length) as keyof Handles];
  }
  return parameter.comment.startsWith("0 to ") ? 0 : LEAST.get(name) ?? 0;
}

/** The bytes of a device buffer whose size depends on no other argument; floats are f32 unless they are f64. */
function fixedBytes({ type, comment }: Parameter): number | undefined {
  const [, bits, count] = /^f(32|64) \[(\d+)\]/.exec(comment) ?? [];
  return type === "dvdb_buffer" && count !== undefined
    ? Number(bits) / 8 * Number(count)
    : undefined;
}

/** Memory for a number of elements of a C type. */
export function memory(type: string, length: number): ArrayBufferView {
  switch (type) {
    case "uint8_t":
      return new Uint8Array(length);
    case "int32_t":
      return new Int32Array(length);
    case "int64_t":
      return new BigInt64Array(length);
    case "float":
      return new Float32Array(length);
    case "double":
      return new Float64Array(length);
    default:
      return new Uint32Array(length);
  }
}

/** The values of all parameters as a wrapper takes them: by their names. */
export function requestOf(type: FunctionType, values: readonly unknown[]): object {
  const names = passedParameters(type).map(({ name }) => camelCase(name));
  return Object.fromEntries(names.map((name, place) => [name, values[place]]));
}

/** Calls a function by its C name; gives back what it made. */
export function call(native: Native, type: FunctionType, values: readonly unknown[]): Status {
  const methods = native as unknown as Record<string, (request: object) => Status>;
  const status = methods[camelCase(type.name)]?.(requestOf(type, values));
  if (status === undefined) throw new ReferenceError(`Cannot call ${type.name}: no such method`);
  if (status === StatusCode.OK) giveBack(native, type, values);
  return status;
}

/** Calls the asynchronous twin of a function; gives back what it made. */
export async function callAsync(
  native: Native,
  type: FunctionType,
  values: readonly unknown[],
): Promise<Status> {
  const methods = native as unknown as Record<
    string,
    (request: object) => Promise<Status>
  >;
  const status = await methods[`${camelCase(type.name)}Async`]?.(requestOf(type, values));
  if (status === undefined) throw new ReferenceError(`Cannot call ${type.name}: no such twin`);
  if (status === StatusCode.OK) giveBack(native, type, values);
  return status;
}

function giveBack(native: Native, type: FunctionType, values: readonly unknown[]): void {
  const context = values[0] as ContextHandle;
  for (const [place, parameter] of passedParameters(type).entries()) {
    if (parameter.direction !== "out") continue;
    const handles = values[place] as Uint32Array;
    const [made = 0] = handles;
    switch (parameter.type) {
      case "dvdb_buffer":
        for (const one of handles) {
          if (one !== 0) native.bufferDestroy({ context, buffer: one as BufferHandle });
        }
        break;
      case "dvdb_grid":
        for (const one of handles) {
          if (one !== 0) native.gridDestroy({ context, grid: one as GridHandle });
        }
        break;
      case "dvdb_lod":
        native.lodDestroy({ context, lod: made as LodHandle });
        break;
      case "dvdb_event":
        native.eventDestroy({ context, event: made as EventHandle });
        break;
      case "dvdb_conv_plan":
        native.convPlanDestroy({ context, plan: made as ConvPlanHandle });
        break;
      case "dvdb_context":
        native.contextDestroy({ context: made as ContextHandle });
        break;
      case "dvdb_ticket":
        native.contextRelease({ context, ticket: made as never });
    }
  }
}
