import { assertEquals } from "@std/assert";
import type { BufferHandle, Status } from "../../ffi/_generated/native.ts";
import { Kept, StatusCode, VoxelForm } from "../../ffi/_generated/symbols.ts";
import { type GridBatch, gridFromIjk, type Tensor, tensor } from "../../mod.ts";
import { dtypeCode } from "../../lib/core/dtype.ts";
import { type Context, nativeOf } from "../../ffi/context.ts";
import { handleOf } from "../../ffi/owned.ts";
import { eachBackend } from "../_backends.ts";

/** Numbers of a call, of which tests change some. */
interface Numbers {
  readonly tMin?: number;
  readonly tMax?: number;
  readonly eps?: number;
  readonly stepSize?: number;
  readonly coneAngle?: number;
  readonly form?: VoxelForm;
  readonly total?: number;
}

/** Calls every function that counts or lists for two rays through (0, 0, 0) and (1, 0, 0), with room for 4 elements. */
class RayCalls implements Disposable {
  readonly #owned = new DisposableStack();
  readonly #context: Context;
  readonly #grid: GridBatch;
  readonly #rays: Readonly<Record<"origins" | "directions" | "tMin" | "tMax", Tensor>>;
  /** Where the rays' lists end. */
  readonly ends: Tensor<"i64">;
  /** Coordinates of voxels. */
  readonly voxels: Tensor<"i32">;
  /** Times. */
  readonly times: Tensor<"f64">;
  /** The first segments of each ray. */
  readonly kept: Tensor<"f64">;

  constructor(context: Context, ends: readonly bigint[]) {
    const own = <T extends Disposable>(value: T): T => this.#owned.use(value);
    this.#context = context;
    const ijk = own(tensor(new Int32Array([0, 0, 0, 1, 0, 0]), { context, shape: [2, 3] }));
    const doubles = (...values: readonly number[]): Tensor<"f64"> =>
      own(tensor(new Float64Array(values), { context }));
    this.#grid = own(gridFromIjk(ijk));
    this.#rays = {
      origins: doubles(-1, 0, 0, -1, 0, 0),
      directions: doubles(1, 0, 0, 1, 0, 0),
      tMin: doubles(0, 0),
      tMax: doubles(9, 9),
    };
    this.ends = own(tensor(BigInt64Array.from(ends), { context }));
    this.voxels = own(tensor(new Int32Array(12).fill(-7), { context }));
    this.times = own(tensor(new Float64Array(8).fill(-7), { context }));
    this.kept = own(tensor(new Float64Array(2 * Kept.KEPT_SEGMENTS * 2), { context }));
  }

  /** Statuses of counting and of listing voxels, segments and samples. */
  run(
    numbers: Numbers,
  ): { readonly counting: readonly Status[]; readonly listing: readonly Status[] } {
    const { tMin = 0, tMax = 9, eps = 0, stepSize = 0.5, coneAngle = 0, total = 4 } = numbers;
    const { form = VoxelForm.IJK } = numbers;
    const native = nativeOf(this.#context);
    const handle = handleOf(this.#context);
    const { origins, directions, tMin: first, tMax: last } = this.#rays;
    const rays = {
      context: handle,
      grid: handleOf(this.#grid),
      origins: handleOf(origins.buffer),
      directions: handleOf(directions.buffer),
      dtype: dtypeCode("f64"),
      n: 2,
      offsets: BigInt64Array.of(0n, 2n),
      nGrids: 1,
      eps,
    };
    const walk = { ...rays, tMin, tMax };
    const times = { tMin: handleOf(first.buffer), tMax: handleOf(last.buffer) };
    const steps = { ...rays, ...times, stepSize, coneAngle, ends: 1 };
    const rayEnds = handleOf(this.ends.buffer);
    const kept = handleOf(this.kept.buffer);
    const out = handleOf(this.times.buffer);
    const listing = [
      native.voxelsAlongRays({
        ...walk,
        form,
        rayEnds,
        nVoxels: total,
        outVoxels: handleOf(this.voxels.buffer),
        outTimes: out,
      }),
      native.segmentsAlongRaysFill({ ...walk, rayEnds, kept, nSegments: total, out }),
      native.uniformRaySamples({ ...steps, midpoints: 0, rayEnds, nSamples: total, out }),
    ];
    const most = 9;
    const counting = [
      native.voxelsAlongRaysCount({ ...walk, most, outEnds: rayEnds }),
      native.segmentsAlongRaysCount({ ...walk, most, outEnds: rayEnds, outKept: kept }),
      native.uniformRaySamplesCount({ ...steps, outEnds: rayEnds }),
    ];
    const made = new Uint32Array(2);
    const all = new BigInt64Array(1);
    const lists = { most, outLists: made, outTotal: all };
    const whole = native.segmentsAlongRays({ ...walk, ...lists });
    assertEquals(whole, counting[1], "One call for both refuses what counting refuses");
    assertEquals([...all], [whole === StatusCode.OK ? 2n : 0n]);
    for (const buffer of made) assertEquals(buffer !== 0, whole === StatusCode.OK);
    for (const buffer of made) {
      if (buffer !== 0) native.bufferDestroy({ context: handle, buffer: buffer as BufferHandle });
    }
    return { counting, listing };
  }

  [Symbol.dispose](): void {
    this.#owned.dispose();
  }
}

eachBackend("lists of rays in C stay in their room, whatever their ends are", (context) => {
  for (
    const ends of [
      [2n, 4n],
      [1n, 2n],
      [0n, 0n],
      [4n, 0n],
      [100n, 200n],
      [-5n, 9n],
      [3n, -(2n ** 63n)],
      [2n ** 62n, 2n ** 63n - 1n],
    ]
  ) {
    using calls = new RayCalls(context, ends);
    const { counting, listing } = calls.run({});
    assertEquals(listing, Array<Status>(3).fill(StatusCode.OK), String(ends));
    assertEquals(counting, Array<Status>(3).fill(StatusCode.OK));
    // Two voxels of a length of 1 each from 0.5 to 2.5: four samples for each ray.
    assertEquals([...calls.ends.readSync()], [4n, 8n]);
  }
  using calls = new RayCalls(context, [1n, 3n]);
  calls.run({});
  const untouched = [-7, -7, -7];
  assertEquals([...calls.voxels.readSync()], [0, 0, 0, 0, 0, 0, 1, 0, 0, ...untouched]);
});

eachBackend("lists of rays in C refuse numbers that make no sense", (context) => {
  using calls = new RayCalls(context, [2n, 4n]);
  const refused = Array<Status>(3).fill(StatusCode.INVALID_ARGUMENT);
  for (const eps of [-1, NaN]) {
    const { counting, listing } = calls.run({ eps });
    assertEquals([counting, listing], [refused, refused], `eps ${eps}`);
  }
  for (const total of [-1, 3, 5, 2 ** 52]) {
    assertEquals(calls.run({ total }).listing, refused, `total ${total}`);
  }
  const { OK, INVALID_ARGUMENT: NO } = StatusCode;
  for (const range of [{ tMin: 2, tMax: 1 }, { tMin: NaN }, { tMax: NaN }]) {
    const { counting, listing } = calls.run(range);
    assertEquals([counting, listing], [[NO, NO, OK], [NO, NO, OK]]);
  }
  for (
    const numbers of [
      { stepSize: 0 },
      { stepSize: NaN },
      { stepSize: Infinity },
      { coneAngle: -1 },
      { coneAngle: NaN },
      { coneAngle: Infinity },
    ]
  ) {
    const { counting, listing } = calls.run(numbers);
    assertEquals([counting, listing], [[OK, OK, NO], [OK, OK, NO]]);
  }
  // Rows are of 8 bytes, and there is room for coordinates.
  assertEquals(calls.run({ form: VoxelForm.ROW_IN_GRID }).listing, [NO, OK, OK]);
});
