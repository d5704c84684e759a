import { assert, assertEquals, assertThrows } from "@std/assert";
import {
  brickVolume,
  IndexError,
  type IndexErrorCode,
  marchIsoSurface,
  type MarchIsoSurfaceOptions,
} from "../../lib/index/mod.ts";
import { NativeError, type Tensor, tensor } from "../../mod.ts";
import { checkStatus, eachBackend, handleOf, handleOrNone, nativeOf } from "../_backends.ts";
import { denseOf, onDevice } from "./_dense.ts";
import { lookAt } from "./_march.ts";

eachBackend("marchIsoSurface() refuses cameras and options that make no picture", (context) => {
  using volume = onDevice(context, denseOf([4, 4, 4], (x) => 10 * x), "u8");
  using bricks = brickVolume(volume, { threshold: 5, brick: 4 });
  const camera = lookAt([-9, 1, 1], [2, 2, 2]);
  const good: MarchIsoSurfaceOptions = { camera, width: 4, height: 3, isoLevel: 20 };
  const codeOf = (change: Partial<MarchIsoSurfaceOptions>, from = volume): IndexErrorCode =>
    assertThrows(() => marchIsoSurface(from, { ...good, ...change }), IndexError).code;
  const bad = (change: object) => codeOf({ camera: { ...camera, ...change } });
  for (const name of ["eye", "forward", "right", "up"]) {
    for (const vector of [[NaN, 0, 1], [Infinity, 1, 0], [1, 2], []]) {
      assertEquals(bad({ [name]: vector }), "BAD_CAMERA");
    }
  }
  assertEquals(bad({ right: [0, 0, 0] }), "BAD_CAMERA");
  assertEquals(bad({ up: camera.right }), "BAD_CAMERA");
  assertEquals(bad({ forward: camera.up }), "BAD_CAMERA");
  for (const size of [0, -1, 1.5, NaN, 2 ** 20 + 1]) {
    assertEquals([codeOf({ width: size }), codeOf({ height: size })], ["BAD_CAMERA", "BAD_CAMERA"]);
  }
  for (const step of [0, -1, NaN, Infinity, 1e-9, 1e-60]) {
    assertEquals(codeOf({ stepSize: step }), "BAD_CAMERA");
  }
  for (const spacing of [[0, 1, 1], [1, -1, 1], [1, 1, NaN]] as const) {
    assertEquals(codeOf({ spacing }), "BAD_CAMERA");
  }
  assertEquals(codeOf({ light: [0, 0, 0] }), "BAD_CAMERA");
  assertEquals(codeOf({ background: [0, 0, 0, NaN] }), "BAD_CAMERA");
  for (const isoLevel of [NaN, Infinity, 1e300]) {
    assertEquals(codeOf({ isoLevel }), "BAD_THRESHOLD");
  }
  assertEquals(codeOf({ floor: NaN }), "BAD_THRESHOLD");
  assertEquals(codeOf({ floor: 20 }), "BAD_THRESHOLD");
  assertEquals(codeOf({ skip: bricks, isoLevel: 5 }), "BAD_THRESHOLD");
  const error = assertThrows(() => marchIsoSurface(bricks, { ...good, isoLevel: 5 }), IndexError);
  assertEquals(
    [error.code, error.message],
    [
      "BAD_THRESHOLD",
      "Cannot run marchIsoSurface: isoLevel is 5, values that are skipped are up to 5",
    ],
  );
  using long = tensor(new Uint8Array(2 ** 24 + 1), { context, shape: [1, 1, 2 ** 24 + 1] });
  assertEquals(codeOf({}, long), "TOO_LARGE");
});

eachBackend("marchIsoSurface() refuses volumes that it cannot march through", (context) => {
  using volume = onDevice(context, denseOf([4, 4, 4], (x) => 10 * x), "u8");
  using bricks = brickVolume(volume, { threshold: 5, brick: 4 });
  const options = { camera: lookAt([-9, 1, 1], [2, 2, 2]), width: 4, height: 3, isoLevel: 20 };
  const message = (run: () => unknown, kind: typeof TypeError | typeof RangeError): string =>
    assertThrows(run, kind).message;
  const start = "Cannot run marchIsoSurface: ";
  using flat = volume.reshape([16, 4]);
  assertEquals(
    message(() => marchIsoSurface(flat, options), RangeError),
    `${start}volume shape is [16, 4], [z, y, x] expected`,
  );
  using doubles = tensor([1, 2], { context, shape: [1, 1, 2], dtype: "f64" });
  assertEquals(
    message(() => marchIsoSurface(doubles as unknown as Tensor<"f32">, options), TypeError),
    `${start}volume is f64, u8, u16, i16, f16 or f32 expected`,
  );
  using small = onDevice(context, denseOf([4, 4, 5], () => 0), "u8");
  assertEquals(
    message(() => marchIsoSurface(small, { ...options, skip: bricks }), RangeError),
    `${start}skip is of 4 x 4 x 4 voxels, the volume has 4 x 4 x 5`,
  );
  assertEquals(
    message(() => marchIsoSurface(bricks, { ...options, floor: 5 }), TypeError),
    `${start}floor is for dense voxels`,
  );
  assertEquals(
    message(() => marchIsoSurface(volume, { ...options, skip: bricks, floor: 5 }), TypeError),
    `${start}floor is that of the bricks, none expected`,
  );
  assertEquals(
    message(() => marchIsoSurface(volume, { ...options, axes: "yxz" as "xyz" }), TypeError),
    `${start}axes is yxz, zyx or xyz expected`,
  );
  const camera = { ...options.camera, projection: "fisheye" as "parallel" };
  assertEquals(
    message(() => marchIsoSurface(volume, { ...options, camera }), TypeError),
    `${start}projection is fisheye, perspective or parallel expected`,
  );
});

eachBackend("the native library refuses what it is not to be trusted with", (context) => {
  using volume = onDevice(context, denseOf([2, 2, 2], () => 9), "u8");
  using image = tensor(new Uint8Array(4), { context });
  const numbers = Float64Array.of(-9, 1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
  const run = (
    { camera = numbers, extents = [2n, 2n, 2n], isoLevel = 5, step = 0.4, form = 0 }: {
      readonly camera?: Float64Array<ArrayBuffer>;
      readonly extents?: readonly bigint[];
      readonly isoLevel?: number;
      readonly step?: number;
      readonly form?: number;
    },
  ): void => {
    const zero = handleOrNone<"buffer">(undefined);
    const three = Float64Array.of(1, 1, 1);
    const status = nativeOf(context).marchIsoSurface({
      context: handleOf(context),
      form: form as 0,
      extents: BigInt64Array.from(extents),
      order: 0,
      voxels: handleOf(volume.buffer),
      dtype: 6,
      log2Edge: 1,
      masks: zero,
      slots: 0,
      data: zero,
      counters: zero,
      nSlots: 0,
      floor: -Infinity,
      camera,
      spacing: three,
      width: 1,
      height: 1,
      stepSize: step,
      background: new Float64Array(4),
      isoLevel,
      light: three,
      color: three,
      outImage: handleOf(image.buffer),
      outDepths: zero,
      outHits: zero,
    });
    checkStatus(context, status, "march");
  };
  run({});
  assertEquals(image.readSync()[3], 255);
  const refused = (change: Parameters<typeof run>[0], text: string) => {
    const error = assertThrows(() => run(change));
    assert(error instanceof RangeError || error instanceof NativeError, `${error}`);
    assert(error.message.includes(text), error.message);
  };
  refused({ camera: numbers.map((one) => one === 1 ? NaN : one) }, "of camera is not finite");
  refused({ camera: new Float64Array(18) }, "the camera is singular");
  refused({ extents: [2n, 2n, 3n] }, "8 bytes held, 12 needed");
  refused({ extents: [2n, 2n, -1n] }, "axis 2 has -1 voxels");
  refused({ extents: [2n, 2n, 2n ** 24n + 1n] }, "axis 2 has 16777217 voxels");
  refused({ extents: [2n ** 20n, 2n ** 20n, 2n] }, "more than 2^40 voxels");
  refused({ step: 1e-12 }, "more than 2^31 samples");
  refused({ isoLevel: NaN }, "is not above the floor");
  refused({ form: 3 }, "cannot use form: 3 is not DVDB_MARCH_DENSE, DVDB_MARCH_MASKED or");
});
