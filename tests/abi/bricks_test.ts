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
  readonly slots?: BrickSlots;
  readonly places?: number;
  readonly threshold?: number;
  readonly background?: number;
  readonly layers?: number;
  readonly first?: number;
  readonly bricks?: number;
  readonly filled?: number;
  readonly low?: readonly number[];
  readonly size?: readonly number[];
  readonly added?: number;
  readonly removed?: number;
  /** Where the pool that is filled begins. */
  readonly at?: number;
}

const big = (numbers: readonly number[]): BigInt64Array<ArrayBuffer> =>
  BigInt64Array.from(numbers, BigInt);

/** Calls every function on a volume of 5 x 4 x 7 bytes in bricks of 4^3, of which 12 make 12. */
function callAll(context: Context, setting: Setting): Record<string, Status> {
  const native = nativeOf(context);
  using dense = tensor(new Uint8Array(140).fill(3), { context, shape: [7, 4, 5] });
  using volume = brickVolume(dense, { threshold: 0, brick: 4, slots: "table" });
  const { extents = [5, 4, 7], places = 12, bricks = 12, filled = 12 } = setting;
  const { layers = 3, first = 0, threshold = 0, background = 0, at = 0 } = setting;
  const { low = [0, 0, 0], size = [5, 4, 7], added = 0, removed = 0 } = setting;
  using bitWords = tensor(new Int32Array(28), { context });
  using filledBits = tensor(new Uint8Array(32), { context });
  using room = tensor(new Uint8Array(768 + 16), { context });
  using masks = tensor(new BigInt64Array(2), { context });
  using table = tensor(new Int32Array(12).fill(-1), { context });
  using again = tensor(new Uint8Array(140), { context });
  using point = tensor(new Float32Array(3), { context });
  using place = tensor(new Int32Array(3), { context });
  using value = tensor(new Uint8Array(1), { context });
  using sample = tensor(new Float32Array(1), { context });
  using changes = tensor(new Int32Array(12), { context });
  using none = tensor(new BigInt64Array(0), { context });
  using free = tensor(new Int32Array(0), { context });
  using pool = room.slice(at, at + 768);
  const of = (data: { readonly buffer: DeviceBuffer }): BufferHandle => handleOf(data.buffer);
  const shape = {
    context: handleOf(context),
    extents: big(extents),
    log2Edge: 2,
    order: VoxelOrder.X_FASTEST,
    dtype: Dtype.U8,
    coverage: CoverageForm.CELLS,
    threshold,
    background,
    checked: 1,
    count: 1,
    outFault: new Uint32Array(1),
  };
  const data = volume.table === undefined ? of(bitWords) : of(volume.table);
  const bits = of(bitWords);
  const read = {
    ...shape,
    slots: setting.slots ?? BrickSlots.TABLE,
    data,
    counters: 0 as BufferHandle,
    masks: of(volume.masks),
    nSlots: places,
    pool: of(volume.pool),
  };
  const window = { ...shape, layers, first, nBricks: bricks };
  const edited = {
    ...shape,
    table: data,
    nSlots: places,
    pool: of(volume.pool),
    values: of(dense),
    low: big(low),
    size: big(size),
    edits: of(changes),
    added,
    removed,
  };
  return {
    threshold: native.brickThreshold({ ...shape, voxels: of(dense), first: 0, outBits: bits }),
    count: native.brickCount({ ...shape, bits, outCounts: new BigInt64Array(9) }),
    occupancy: native.brickOccupancy({
      ...window,
      bits,
      outBits: of(filledBits),
      outFilled: new BigInt64Array(1),
    }),
    fill: native.brickFill({
      ...window,
      voxels: of(dense),
      bits: of(filledBits),
      filled,
      outPool: of(pool),
    }),
    masks: native.brickMasks({ ...shape, bits: of(filledBits), outMasks: of(masks) }),
    table: native.brickTable({ ...window, bits: of(filledBits), outTable: of(table) }),
    toDense: native.brickToDense({ ...read, out: of(again) }),
    lookup: native.brickLookup({ ...read, ijk: of(place), out: of(value) }),
    sample: native.brickSample({ ...read, points: of(point), out: of(sample) }),
    plan: native.brickSetBoxPlan({
      ...edited,
      outEdits: of(changes),
      outCounts: new BigInt64Array(BrickEdit.COUNT),
    }),
    list: native.brickSetBoxList({ ...edited, outBricks: of(none), outSlots: of(free) }),
    apply: native.brickSetBoxApply({ ...edited, bricks: of(none), places: of(free) }),
    compact: native.brickCompact({ ...read, bits: of(filledBits), filled, outPool: of(pool) }),
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
    [{ slots: BrickSlots.WIDE }, readers],
    [{ places: 13 }, `${readers} plan apply`],
    [{ threshold: NaN }, "threshold plan"],
    [{ threshold: 0.5 }, "threshold plan"],
    [{ background: 256 }, "toDense lookup apply"],
    [{ background: NaN }, "toDense lookup apply"],
    [{ layers: 1 }, "occupancy fill"],
    [{ layers: 4 }, "occupancy fill"],
    [{ first: 1 }, "occupancy fill"],
    [{ first: -1 }, "occupancy fill"],
    [{ bricks: 11 }, "occupancy fill table"],
    [{ bricks: 257 }, "occupancy fill table"],
    [{ filled: 13 }, "fill compact"],
    [{ at: 1 }, "fill"],
    [{ low: [1, 0, 0] }, editors],
    [{ low: [-1, 0, 0] }, editors],
    [{ size: [5, 4, 6] }, editors],
    [{ size: [5, -4, 7] }, editors],
    [{ added: 1 }, "list apply"],
    [{ removed: 13 }, "list apply"],
    [{ added: 1, removed: -1 }, "list apply"],
    [{ removed: -1 }, "list apply"],
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
  using voxels = tensor(Float32Array.of(1, NaN, NaN), { context });
  using bits = tensor(new Int32Array(1), { context });
  const fault = new Uint32Array(1);
  const ask = (checked: number): Status =>
    nativeOf(context).brickThreshold({
      context: handleOf(context),
      extents: big([3, 1, 1]),
      order: VoxelOrder.X_FASTEST,
      voxels: handleOf(voxels.buffer),
      dtype: Dtype.F32,
      threshold: 0,
      checked,
      first: 40,
      outBits: handleOf(bits.buffer),
      outFault: fault,
    });
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
    const status = nativeOf(context).brickToDense({
      context: handleOf(context),
      extents: big([5, 4, 7]),
      log2Edge: 2,
      slots: BrickSlots.TABLE,
      data: handleOrNone(volume.table?.buffer),
      counters: 0 as BufferHandle,
      masks: handleOf(volume.masks.buffer),
      nSlots: 12,
      pool: handleOf(volume.pool.buffer),
      dtype: Dtype.U8,
      order: VoxelOrder.X_FASTEST,
      background: 9,
      out: handleOf(again.buffer),
    });
    assertEquals(status, StatusCode.OK);
    assertEquals([...new Set(again.readSync())].toSorted(), [3, 9]);
  },
);
