import { assertEquals } from "@std/assert";
import type { BufferHandle, Status } from "../../ffi/_generated/native.ts";
import {
  BrickEdit,
  BrickSlots,
  CoverageForm,
  Dtype,
  IndexFault,
  StatusCode,
  VoxelOrder,
} from "../../ffi/_generated/symbols.ts";
import { type Context, nativeOf } from "../../ffi/context.ts";
import { handleOf, handleOrNone } from "../../ffi/owned.ts";
import type { DeviceBuffer } from "../../lib/core/mod.ts";
import { brickVolume } from "../../lib/index/mod.ts";
import { tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";

/** What calls of the functions of bricks have in common; the least change makes them wrong. */
interface Setting {
  readonly extents?: readonly number[];
  readonly log2Edge?: number;
  readonly slots?: number;
  readonly places?: number;
  readonly dtype?: number;
  readonly order?: number;
  readonly coverage?: number;
  readonly threshold?: number;
  readonly background?: number;
  readonly layers?: number;
  readonly first?: number;
  readonly bricks?: number;
  readonly filled?: number;
  readonly points?: number;
  readonly low?: readonly number[];
  readonly size?: readonly number[];
  readonly added?: number;
  readonly removed?: number;
}

const big = (numbers: readonly number[]): BigInt64Array<ArrayBuffer> =>
  BigInt64Array.from(numbers, BigInt);

/** Calls every function on a volume of 5 x 4 x 7 bytes in bricks of 4^3, of which 12 make 12. */
function callAll(context: Context, setting: Setting): Record<string, Status> {
  const native = nativeOf(context);
  const handle = handleOf(context);
  using dense = tensor(new Uint8Array(140).fill(3), { context, shape: [7, 4, 5] });
  using volume = brickVolume(dense, { threshold: 0, brick: 4, slots: "table" });
  const { extents = [5, 4, 7], log2Edge = 2, places = 12, bricks = 12, filled = 12 } = setting;
  const { layers = 3, first = 0, threshold = 0, background = 0, points = 1 } = setting;
  const { low = [0, 0, 0], size = [5, 4, 7], added = 0, removed = 0 } = setting;
  const slots = (setting.slots ?? BrickSlots.TABLE) as BrickSlots;
  const dtype = (setting.dtype ?? Dtype.U8) as Dtype;
  const order = (setting.order ?? VoxelOrder.X_FASTEST) as VoxelOrder;
  const coverage = (setting.coverage ?? CoverageForm.CELLS) as CoverageForm;
  using bits = tensor(new Int32Array(28), { context });
  using filledBits = tensor(new Uint8Array(32), { context });
  using pool = tensor(new Uint8Array(768), { context });
  using masks = tensor(new BigInt64Array(2), { context });
  using table = tensor(new Int32Array(12).fill(-1), { context });
  using again = tensor(new Uint8Array(140), { context });
  using place = tensor(new Float32Array(3), { context });
  using ijk = tensor(new Int32Array(3), { context });
  using value = tensor(new Uint8Array(1), { context });
  using sample = tensor(new Float32Array(1), { context });
  using edits = tensor(new Int32Array(12), { context });
  using none = tensor(new BigInt64Array(0), { context });
  using free = tensor(new Int32Array(0), { context });
  const fault = new Uint32Array(1);
  const dims = big(extents);
  const of = (data: { readonly buffer: DeviceBuffer }): BufferHandle => handleOf(data.buffer);
  const data = volume.table === undefined ? of(bits) : of(volume.table);
  const own = [dims, log2Edge, slots, data, 0 as BufferHandle, of(volume.masks)] as const;
  const read = [...own, places, of(volume.pool), dtype] as const;
  const edited = [dims, log2Edge, data, places, of(volume.pool), dtype] as const;
  const box = [big(low), big(size)] as const;
  const lists = [of(edits), added, removed, of(none), of(free)] as const;
  return {
    threshold: native.brickThreshold(
      ...[handle, dims, order, of(dense), dtype, threshold, 1, 0, of(bits)] as const,
      fault,
    ),
    count: native.brickCount(handle, dims, of(bits), coverage, new BigInt64Array(9)),
    occupancy: native.brickOccupancy(
      ...[handle, dims, of(bits), coverage, log2Edge, layers, first, bricks] as const,
      ...[of(filledBits), new BigInt64Array(1)] as const,
    ),
    fill: native.brickFill(
      ...[handle, dims, order, of(dense), dtype, log2Edge, layers, first, bricks] as const,
      ...[of(filledBits), filled, of(pool)] as const,
    ),
    masks: native.brickMasks(handle, dims, log2Edge, of(filledBits), of(masks)),
    table: native.brickTable(handle, bricks, of(filledBits), of(table)),
    toDense: native.brickToDense(handle, ...read, order, background, of(again)),
    lookup: native.brickLookup(handle, ...read, of(ijk), points, background, of(value)),
    sample: native.brickSample(handle, ...read, of(place), points, background, of(sample)),
    plan: native.brickPlanEdit(
      ...[handle, ...edited, ...box, order, of(dense), threshold, coverage, 1] as const,
      ...[of(edits), new BigInt64Array(BrickEdit.COUNT), fault] as const,
    ),
    list: native.brickListEdit(handle, dims, log2Edge, data, places, ...box, ...lists),
    apply: native.brickApplyEdit(
      ...[handle, ...edited, ...box, order, of(dense), background, ...lists] as const,
    ),
    compact: native.brickCompact(handle, ...read, of(filledBits), filled, of(pool)),
  };
}

eachBackend("functions of bricks refuse what makes no sense, each for itself", (context) => {
  const all = callAll(context, {});
  assertEquals(Object.values(all), Object.keys(all).map(() => StatusCode.OK));
  const shaped =
    "threshold count occupancy fill masks toDense lookup sample plan list apply compact";
  const readers = "toDense lookup sample compact";
  const editors = "plan list apply";
  const wrong: readonly (readonly [Setting, string])[] = [
    [{ extents: [-5, 4, 7] }, shaped],
    [{ extents: [2 ** 20, 2 ** 20, 2] }, shaped],
    [{ extents: [2 ** 40, 2 ** 40, 0] }, shaped],
    [{ extents: [15, 4, 8] }, shaped],
    [{ log2Edge: 0 }, `occupancy fill masks ${readers} ${editors}`],
    [{ log2Edge: 9 }, `occupancy fill masks ${readers} ${editors}`],
    [{ log2Edge: 2 ** 32 - 1 }, `occupancy fill masks ${readers} ${editors}`],
    [{ slots: 5 }, readers],
    [{ slots: BrickSlots.WIDE }, readers],
    [{ places: -1 }, `${readers} ${editors}`],
    [{ places: 13 }, `${readers} plan apply`],
    [{ places: 2 ** 52 }, `${readers} ${editors}`],
    [{ dtype: Dtype.F64 }, `threshold fill ${readers} plan apply`],
    [{ dtype: 99 }, `threshold fill ${readers} plan apply`],
    [{ dtype: Dtype.F16 }, `threshold fill ${readers} plan apply`],
    [{ order: 2 }, "threshold fill toDense plan apply"],
    [{ coverage: 2 }, "count occupancy plan"],
    [{ threshold: NaN }, "threshold plan"],
    [{ threshold: 0.5 }, "threshold plan"],
    [{ background: 256 }, "toDense lookup apply"],
    [{ background: NaN }, "toDense lookup apply"],
    [{ layers: 1 }, "occupancy fill"],
    [{ layers: 4 }, "occupancy fill"],
    [{ first: 1 }, "occupancy fill"],
    [{ first: -1 }, "occupancy fill"],
    [{ bricks: 11 }, "occupancy fill table"],
    [{ bricks: -1 }, "occupancy fill table"],
    [{ bricks: 257 }, "occupancy fill table"],
    [{ filled: 13 }, "fill compact"],
    [{ filled: -1 }, "fill compact"],
    [{ points: 2 }, "lookup sample"],
    [{ points: -1 }, "lookup sample"],
    [{ points: 2 ** 53 - 1 }, "lookup sample"],
    [{ low: [1, 0, 0] }, editors],
    [{ low: [-1, 0, 0] }, editors],
    [{ size: [5, 4, 6] }, editors],
    [{ size: [5, -4, 7] }, editors],
    [{ added: 1 }, "list apply"],
    [{ added: -1 }, "list apply"],
    [{ removed: 13 }, "list apply"],
  ];
  for (const [setting, expected] of wrong) {
    const refused = Object.entries(callAll(context, setting))
      .flatMap(([name, status]) => status === StatusCode.INVALID_ARGUMENT ? [name] : []);
    const missing = expected.split(" ").filter((name) => !refused.includes(name));
    const surplus = refused.filter((name) => !expected.split(" ").includes(name));
    assertEquals({ missing, surplus }, { missing: [], surplus: [] }, JSON.stringify(setting));
  }
});

eachBackend("functions of bricks say that voxels are NaN", (context) => {
  const native = nativeOf(context);
  const handle = handleOf(context);
  using voxels = tensor(Float32Array.of(1, NaN, NaN), { context });
  using bits = tensor(new Int32Array(1), { context });
  const fault = new Uint32Array(1);
  const ask = (checked: number): Status =>
    native.brickThreshold(
      ...[handle, big([3, 1, 1]), VoxelOrder.X_FASTEST, handleOf(voxels.buffer)] as const,
      ...[Dtype.F32, 0, checked, 40, handleOf(bits.buffer), fault] as const,
    );
  assertEquals([ask(1), fault[0]], [StatusCode.INVALID_DATA, IndexFault.NAN]);
  assertEquals([ask(0), fault[0]], [StatusCode.OK, IndexFault.NONE]);
  assertEquals([...bits.readSync()], [1]);
});

eachBackend(
  "tables and masks that make no sense give wrong voxels, and nothing worse",
  (context) => {
    using dense = tensor(new Uint8Array(140).fill(3), { context, shape: [7, 4, 5] });
    using volume = brickVolume(dense, { threshold: 0, brick: 4, slots: "table" });
    const numbers = [99, -2, 2 ** 30, -(2 ** 31), 11, 12, 13, -1, 0, 5, 5, 5];
    volume.table?.write(numbers);
    using again = tensor(new Uint8Array(140), { context });
    const native = nativeOf(context);
    const status = native.brickToDense(
      ...[handleOf(context), big([5, 4, 7]), 2, BrickSlots.TABLE] as const,
      handleOrNone(volume.table?.buffer),
      ...[
        0 as BufferHandle,
        handleOf(volume.masks.buffer),
        12,
        handleOf(volume.pool.buffer),
      ] as const,
      ...[Dtype.U8, VoxelOrder.X_FASTEST, 9, handleOf(again.buffer)] as const,
    );
    assertEquals(status, StatusCode.OK);
    assertEquals([...new Set(again.readSync())].toSorted(), [3, 9]);
  },
);
