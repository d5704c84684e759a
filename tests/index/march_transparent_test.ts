import { assert, assertEquals, assertThrows } from "@std/assert";
import {
  brickVolume,
  IndexError,
  type IndexErrorCode,
  marchTransparent,
  type MarchTransparentOptions,
  type TransferFunction,
  type VoxelType,
} from "../../lib/index/mod.ts";
import { type Context, tensor, type Triple } from "../../mod.ts";
import { contexts, eachBackend } from "../_backends.ts";
import { assertBits, assertClose } from "../_compare.ts";
import { failEachAllocation } from "../_failures.ts";
import { assertSame, BRICKED, CAMERAS } from "./_bricked_views.ts";
import { type Dense, denseOf, onDevice } from "./_dense.ts";
import {
  chordOf,
  composite,
  each,
  lookAt,
  rampAbove,
  raysOf,
  type Scene,
  softBalls,
} from "./_march.ts";

const BOTH = { depths: true, hits: true } as const;

/** Draws a scene on a device and compares it with the definition; so many pixels at the least have colors. */
function check(
  context: Context,
  scene: Scene,
  transfer: TransferFunction,
  { reference, least }: { readonly reference: number; readonly least: number },
): void {
  const { dense, ...options } = scene;
  using volume = onDevice(context, dense, "f32");
  using picture = marchTransparent(volume, {
    ...options,
    transfer,
    referenceStepSize: reference,
    ...BOTH,
  });
  const image = picture.image.readSync();
  const depths = picture.depths?.readSync() ?? new Float32Array();
  let seen = 0;
  raysOf(scene).forEach((ray, pixel) => {
    const { color, depth } = composite(scene, ray, transfer, reference);
    assertClose(image.subarray(4 * pixel, 4 * pixel + 4), color.map((one) => one * 255), {
      absolute: 0.51 + 0.05,
    });
    if (depth === Infinity) assertEquals(depths[pixel], Infinity);
    else assertClose([depths[pixel] ?? NaN], [depth], { absolute: 1e-4 });
    if (depth < Infinity) seen++;
  });
  assert(seen >= least, `${seen}`);
}

eachBackend("marchTransparent() equals its definition from outside and inside", (context) => {
  const dense = softBalls([14, 11, 9], 3);
  const size = { width: 13, height: 9 };
  const middle = [7, 5.5, 4.5] as const;
  const ramp = rampAbove(20, 190);
  const usual = { reference: 0.433, least: 15 };
  check(context, { dense, camera: lookAt([-20, -14, 17], middle), ...size }, ramp, usual);
  check(
    context,
    { dense, camera: lookAt([6, 4, 30], middle), ...size, stepSize: 0.2 },
    ramp,
    usual,
  );
  const inside = lookAt([7, 5, 4], [0, 0, 0], { half: 1 });
  check(context, { dense, camera: inside, ...size, stepSize: 1.1 }, ramp, usual);
  const spacing = [0.5, 1, 2] as const;
  const wide = each((axis) => middle[axis] * spacing[axis]);
  const camera = lookAt([-20, -14, 17], wide);
  check(context, { dense, camera, ...size, spacing }, ramp, { reference: 1, least: 15 });
  // Opacities everywhere: all samples count, and those before the table and behind it.
  const all: TransferFunction = {
    low: 50,
    high: 60,
    table: Float32Array.of(1, 0, 0, 0.02, 0, 1, 1, 0.3),
  };
  check(context, { dense, camera: lookAt([-20, -14, 17], middle), ...size }, all, usual);
});

/** Red of a given opacity for every value. */
function evenly(opacity: number): TransferFunction {
  return { low: 0, high: 1, table: Float32Array.of(1, 0, 0, opacity, 1, 0, 0, opacity) };
}

eachBackend(
  "marchTransparent() lets through a constant medium what the closed form says",
  (context) => {
    using volume = onDevice(context, denseOf([8, 8, 8], () => 3), "u8");
    const camera = {
      eye: [4, 4, -5],
      forward: [0, 0, 1],
      right: [3, 0, 0],
      up: [0, 3, 0],
      projection: "parallel",
    } as const;
    const view = { camera, width: 4, height: 2, referenceStepSize: 0.5 };
    for (const opacity of [0.01, 0.1, 0.5]) {
      for (const step of [0.125, 0.25, 0.5, 1, 2]) {
        // Whole steps in 8 voxels, so that the opacity does not depend on them: 1 - (1 - a)^(8 / reference).
        using picture = marchTransparent(volume, {
          ...view,
          transfer: evenly(opacity),
          stepSize: step,
        });
        const whole = 1 - (1 - Math.fround(opacity)) ** 16;
        const bytes = [...picture.image.readSync()];
        assertClose(bytes.slice(0, 4), [whole * 255, 0, 0, whole * 255], { absolute: 0.501 });
        assertEquals(bytes.slice(4), Array(7).fill(bytes.slice(0, 4)).flat());
      }
    }
  },
);

eachBackend("marchTransparent() takes samples half a step behind the border", (context) => {
  using volume = onDevice(context, denseOf([4, 4, 4], () => 3), "u8");
  const opacityOf = (eye: Triple, forward: Triple, step: number): number => {
    const right: Triple = forward[0] === 0 ? [1, 0, 0] : [0, 1, 0];
    const up: Triple = forward[0] === 0 ? [0, 1, 1] : [0, 0, 1];
    const camera = { eye, forward, right, up };
    const options = { camera, width: 1, height: 1, transfer: evenly(0.5), stepSize: step };
    using picture = marchTransparent(volume, { ...options, referenceStepSize: step });
    return picture.image.readSync()[3] ?? NaN;
  };
  const of = (samples: number): number => Math.round((1 - 0.5 ** samples) * 255);
  assertEquals(opacityOf([-3, 1, 1], [1, 0, 0], 1), of(4));
  assertEquals(opacityOf([-3, 1, 1], [1, 0, 0], 1.5), of(3)); // at 0.75, 2.25 and 3.75
  assertEquals(opacityOf([-3, 1, 1], [1, 0, 0], 1.8), of(2)); // 4.5 is outside
  assertEquals(opacityOf([-3, 1, 1], [1, 0, 0], 9), of(0));
  assertEquals(opacityOf([2, 1, 1], [1, 0, 0], 1), of(2)); // from inside
  assertEquals(opacityOf([5, 1, 1], [1, 0, 0], 1), of(0)); // behind the eye
  for (const edge of [0, 4]) {
    assertEquals(opacityOf([-3, edge, 1], [1, 0, 0], 1), of(4)); // in a face
    assertEquals(opacityOf([edge, edge, -1], [0, 0, 1], 1), of(4)); // along an edge
    assertEquals(opacityOf([edge, edge, edge], [1, 0, 0], 1), of(edge === 0 ? 4 : 0));
  }
  assertEquals(opacityOf([-3, 4.001, 1], [1, 0, 0], 1), of(0));
  assertEquals(opacityOf([-1e3, 1, 1], [1, 0, 0], 1), of(4));
});

eachBackend("marchTransparent() skips without a trace, in bricks and by their masks", (context) => {
  const dense = softBalls([23, 15, 13], 4, 7);
  const threshold = 20;
  for (const [dtype, brick, layout, slots] of BRICKED) {
    using volume = onDevice<VoxelType>(context, dense, dtype);
    using bricks = brickVolume(volume, { threshold, brick, layout, slots });
    assert(brick >= 16 || bricks.filled < bricks.bricks);
    for (const camera of CAMERAS) {
      for (const step of [0.05, 0.433, 1.7]) {
        const transfer = rampAbove(threshold, 190);
        const options = { camera, width: 19, height: 11, stepSize: step, transfer, ...BOTH };
        using whole = marchTransparent(volume, options);
        using skipped = marchTransparent(volume, { ...options, skip: bricks });
        using marched = marchTransparent(bricks, options);
        assert(whole.image.readSync().some((byte) => byte > 0));
        assertSame(marched, whole);
        assertSame(skipped, whole);
        const hits = marched.hits?.readSync() ?? new BigInt64Array();
        assertBits(skipped.hits?.readSync() ?? new BigInt64Array(), hits);
      }
    }
  }
});

eachBackend("marchTransparent() skips empty space that is many bricks wide", (context) => {
  // Two voxels far apart, so that rays jump over masks and over masks of masks.
  const dense = denseOf([150, 9, 8], (x, y) => (x === 3 || x === 140) && y === 4 ? 200 : x % 3);
  using volume = onDevice(context, dense, "u8");
  using bricks = brickVolume(volume, { threshold: 2, brick: 2 });
  const options = { width: 64, height: 8, transfer: rampAbove(2, 190), ...BOTH };
  for (
    const eye of [[-20, 4, 4], [170, 5, 4.5], [75, 60, 4], [75, 4, 90], [160, 40, 30]] as const
  ) {
    const camera = lookAt(eye, [75, 4.5, 4], { half: 0.9 });
    for (const step of [0.07, 0.433, 3]) {
      using whole = marchTransparent(volume, { ...options, camera, stepSize: step });
      using marched = marchTransparent(bricks, { ...options, camera, stepSize: step });
      assertSame(marched, whole);
    }
  }
});

eachBackend("marchTransparent() turns with volume and camera", (context) => {
  const [n, size] = [12, { width: 21, height: 15 }];
  const dense = softBalls([n, n, n], 8);
  const turned: Dense = denseOf(
    [n, n, n],
    (x, y, z) => dense.data[(z * n + (n - 1 - x)) * n + y] ?? NaN,
  );
  const turn = ([x, y, z]: Triple): Triple => [-y, x, z];
  const camera = lookAt([-17, -12, 19], [6, 6, 6]);
  const [x, y, z] = turn(camera.eye);
  const [forward, right, up] = [camera.forward, camera.right, camera.up].map(turn);
  assert(forward && right && up);
  const common = { ...size, transfer: rampAbove(10, 190), ...BOTH };
  using a = onDevice(context, dense, "f32");
  using b = onDevice(context, turned, "f32");
  using first = marchTransparent(a, { ...common, camera });
  using second = marchTransparent(b, {
    ...common,
    camera: { eye: [x + n, y, z], forward, right, up },
  });
  assertClose(second.image.readSync(), first.image.readSync(), { absolute: 1 });
  assertClose(second.depths?.readSync() ?? [], first.depths?.readSync() ?? [], { absolute: 1e-4 });
});

eachBackend("marchTransparent() gives the same bits as the CPU", (context) => {
  const [cpu = context] = contexts;
  const dense = softBalls([31, 17, 13], 9, 9);
  const pictures = [context, cpu].map((where) => {
    using volume = onDevice(where, dense, "u8");
    using bricks = brickVolume(volume, { threshold: 10 });
    return CAMERAS.flatMap((camera) => {
      const options = { camera, width: 40, height: 33, transfer: rampAbove(10, 180) };
      using picture = marchTransparent(bricks, { ...options, ...BOTH });
      const { image, depths, hits } = picture;
      return [image.readSync(), depths?.readSync(), hits?.readSync()];
    });
  });
  assertEquals(pictures[0], pictures[1]);
});

eachBackend("marchTransparent() ends rays at an opacity only if asked", (context) => {
  using volume = onDevice(context, denseOf([64, 4, 4], () => 3), "u8");
  const camera = lookAt([-9, 2, 2], [32, 2, 2], { half: 0.001 });
  const options = { camera, width: 1, height: 1, stepSize: 1, referenceStepSize: 1 };
  const opacities = [undefined, 1, 0.9, 0.5, 0].map((opacityLimit) => {
    const limit = opacityLimit === undefined ? {} : { opacityLimit };
    using picture = marchTransparent(volume, { ...options, transfer: evenly(0.25), ...limit });
    return picture.image.readSync()[3];
  });
  const of = (samples: number): number => Math.round((1 - 0.75 ** samples) * 255);
  assertEquals(opacities, [255, 255, of(9), of(3), of(1)]);
});

eachBackend("marchTransparent() shows the background through what is clear", (context) => {
  using volume = onDevice(context, denseOf([4, 4, 4], () => 1), "u8");
  const camera = lookAt([-9, 2, 2], [2, 2, 2], { half: 0.001 });
  const background = [0.2, 0.4, 1, 0.5] as const;
  const options = { camera, width: 2, height: 1, background, stepSize: 4, referenceStepSize: 4 };
  using clear = marchTransparent(volume, { ...options, transfer: evenly(0), ...BOTH });
  assertEquals([...clear.image.readSync()], [26, 51, 128, 128, 26, 51, 128, 128]);
  assertEquals([...clear.depths?.readSync() ?? []], [Infinity, Infinity]);
  assertEquals([...clear.hits?.readSync() ?? []], [-1n, -1n]);
  using half = marchTransparent(volume, { ...options, transfer: evenly(0.5) });
  assertEquals([...half.image.readSync().slice(0, 4)], [140, 26, 64, 191]);
  const scene = { dense: { dims: [4, 4, 4], data: [] }, camera, width: 1, height: 1 } as const;
  const [ray] = raysOf(scene);
  assertEquals(ray === undefined ? undefined : chordOf(scene, ray)?.map(Math.round), [9, 13]);
});

eachBackend("marchTransparent() refuses to skip what can be seen", (context) => {
  using volume = onDevice(context, denseOf([4, 4, 4], (x) => 10 * x), "u8");
  using bricks = brickVolume(volume, { threshold: 15, brick: 2 });
  const camera = lookAt([-9, 1, 1], [2, 2, 2]);
  const good: MarchTransparentOptions = {
    camera,
    width: 4,
    height: 3,
    transfer: rampAbove(15, 30),
  };
  const table = (...opacities: readonly number[]): Float32Array<ArrayBuffer> =>
    Float32Array.from(opacities.flatMap((opacity) => [1, 1, 1, opacity]));
  const codeOf = (transfer: TransferFunction): IndexErrorCode | undefined => {
    for (const [from, skip] of [[bricks, {}], [volume, { skip: bricks }]] as const) {
      try {
        marchTransparent(from, { ...good, ...skip, transfer })[Symbol.dispose]();
      } catch (error) {
        assert(error instanceof IndexError);
        return error.code;
      }
    }
    return undefined;
  };
  const bad = "TF_NOT_ZERO_BELOW_TAU";
  assertEquals(codeOf({ low: 15, high: 30, table: table(0, 1) }), undefined);
  assertEquals(codeOf({ low: 14, high: 30, table: table(0, 1) }), bad); // 15 has a part of it
  assertEquals(codeOf({ low: 0, high: 30, table: table(0, 0, 1) }), undefined); // 15 is entry 1
  assertEquals(codeOf({ low: 0, high: 29, table: table(0, 0, 1) }), bad);
  assertEquals(codeOf({ low: 0, high: 30, table: table(0.1, 0, 1) }), bad);
  assertEquals(codeOf({ low: 20, high: 30, table: table(0.1, 1) }), bad); // as do all values below
  assertEquals(codeOf({ low: 20, high: 30, table: table(0, 1) }), undefined);
  assertEquals(codeOf({ low: 0, high: 10, table: table(0, 0.5) }), bad); // and all above
  const error = assertThrows(
    () =>
      marchTransparent(bricks, { ...good, transfer: { low: 10, high: 20, table: table(0, 1, 1) } }),
    IndexError,
  );
  assertEquals(error.code, "TF_NOT_ZERO_BELOW_TAU");
  // What is dense may be seen from any value on.
  using picture = marchTransparent(volume, { ...good, transfer: evenly(0.5) });
  assertEquals(picture.disposed, false);
  // Above a threshold of minus infinity all is filled.
  using all = brickVolume(volume, { threshold: -Infinity, brick: 4 });
  using full = marchTransparent(all, { ...good, transfer: evenly(0.5) });
  assertBits(full.image.readSync(), picture.image.readSync());
});

eachBackend("marchTransparent() refuses tables and options that make no picture", (context) => {
  using volume = tensor(Uint8Array.of(1, 2), { context, shape: [1, 1, 2] });
  const camera = lookAt([-9, 1, 1], [1, 0.5, 0.5]);
  const good: MarchTransparentOptions = { camera, width: 4, height: 3, transfer: evenly(0.5) };
  const codeOf = (transfer: Partial<TransferFunction>): IndexErrorCode =>
    assertThrows(
      () => marchTransparent(volume, { ...good, transfer: { ...good.transfer, ...transfer } }),
      IndexError,
    ).code;
  for (const length of [0, 4, 7, 9, 2 ** 22 + 4]) {
    assertEquals(codeOf({ table: new Float32Array(length) }), "LENGTH");
  }
  for (const part of [-0.1, 1.1, NaN]) {
    assertEquals(codeOf({ table: Float32Array.of(0, 0, 0, 0, 0, 0, part, 0) }), "VALUE_RANGE");
  }
  for (
    const [low, high] of [[1, 1], [2, 1], [NaN, 1], [0, NaN], [-Infinity, 1], [0, 1e-300]] as const
  ) {
    assertEquals(codeOf({ low, high }), "VALUE_RANGE");
  }
  for (
    const change of [{ referenceStepSize: 0 }, { referenceStepSize: NaN }, { opacityLimit: 1.5 }, {
      opacityLimit: NaN,
    }]
  ) {
    const [name = ""] = Object.keys(change);
    const error = assertThrows(() => marchTransparent(volume, { ...good, ...change }), RangeError);
    assert(error.message.startsWith(`Cannot run marchTransparent: ${name} is `), error.message);
  }
});

eachBackend("marchTransparent() frees everything when an allocation fails", async (context) => {
  using volume = onDevice(context, denseOf([4, 4, 4], (x) => 10 * x), "u8");
  const camera = lookAt([-9, 1, 1], [2, 2, 2]);
  const options = { camera, width: 4, height: 3, transfer: evenly(0.5), ...BOTH };
  const picture = await failEachAllocation(context, () => marchTransparent(volume, options), 4);
  picture.dispose();
});
