import { assert, assertEquals } from "@std/assert";
import { brickVolume, marchIsoSurface, type VoxelType } from "../../lib/index/mod.ts";
import { type Context, type Tensor, tensor, type Triple } from "../../mod.ts";
import { contexts, eachBackend } from "../_backends.ts";
import { assertBits, assertClose } from "../_compare.ts";
import { failEachAllocation } from "../_failures.ts";
import { assertSame, BRICKED, CAMERAS } from "./_bricked_views.ts";
import { type Dense, denseOf, onDevice } from "./_dense.ts";
import {
  chordOf,
  each,
  lookAt,
  phong,
  raysOf,
  type Scene,
  softBalls,
  stepOf,
  surfaceDepth,
} from "./_march.ts";

const LOOK = { light: [1, -2, 1.5], color: [0.9, 0.5, 0.2] } as const;

/** Draws a scene on a device and compares depths and colors with the definition; so many pixels at the least meet it. */
function check(context: Context, scene: Scene, isoLevel: number, least: number): void {
  const { dense, ...options } = scene;
  using volume = onDevice(context, dense, "f32");
  using picture = marchIsoSurface(volume, {
    ...options,
    ...LOOK,
    isoLevel,
    depths: true,
    hits: true,
  });
  const depths = picture.depths?.readSync() ?? new Float32Array();
  const hits = picture.hits?.readSync() ?? new BigInt64Array();
  const image = picture.image.readSync();
  const wanted = raysOf(scene).map((ray) => surfaceDepth(scene, ray, isoLevel));
  const met = wanted.filter(Number.isFinite).length;
  assert(met >= least && met < wanted.length, `${met} of ${wanted.length}`);
  raysOf(scene).forEach((ray, pixel) => {
    const depth = wanted[pixel] ?? NaN;
    const found = depths[pixel] ?? NaN;
    if (depth === Infinity) {
      assertEquals([found, hits[pixel]], [Infinity, -1n]);
      assertEquals([...image.subarray(4 * pixel, 4 * pixel + 4)], [0, 0, 0, 0]);
      return;
    }
    // A sixteenth of a step is left to interpolate, in which values may turn where cells meet.
    assert(Math.abs(found - depth) < stepOf(scene) / 64, `${pixel}: ${found} is not ${depth}`);
    const shade = phong(scene, ray, found, LOOK);
    const bytes = [...shade, 1].map((one) => Math.min(1, one) * 255);
    assertClose(image.subarray(4 * pixel, 4 * pixel + 4), bytes, { absolute: 1.6 });
    const { dims } = dense;
    const { spacing = [1, 1, 1] } = scene;
    const cell = each((axis) => {
      const place = (ray.from[axis] + found * ray.way[axis]) / spacing[axis] - 0.5;
      return Math.min(Math.max(place, 0), dims[axis] - 1);
    });
    const at = Number(hits[pixel]);
    const voxel: Triple = [
      at % dims[0],
      Math.floor(at / dims[0]) % dims[1],
      Math.floor(at / dims[0] / dims[1]),
    ];
    const off = each((axis) => cell[axis] - voxel[axis]);
    assert(off.every((one) => one > -1e-3 && one < 1 + 1e-3), `${pixel}: ${off}`);
  });
}

eachBackend("marchIsoSurface() equals its definition from outside and inside", (context) => {
  const dense = softBalls([14, 11, 9], 3);
  const size = { width: 13, height: 9 };
  const middle = [7, 5.5, 4.5] as const;
  check(context, { dense, camera: lookAt([-20, -14, 17], middle), ...size }, 90.5, 15);
  check(context, { dense, camera: lookAt([6, 4, 30], middle), ...size, stepSize: 0.2 }, 40.25, 15);
  check(context, { dense, camera: lookAt([7, 5, 4], [0, 0, 0], { half: 1 }), ...size }, 90.5, 15);
  const spacing = [0.5, 1, 2] as const;
  const wide = each((axis) => middle[axis] * spacing[axis]);
  check(context, { dense, camera: lookAt([-20, -14, 17], wide), ...size, spacing }, 90.5, 15);
});

eachBackend("marchIsoSurface() finds a ball to a hundredth of a voxel", (context) => {
  const radius = 50;
  const middle = 52;
  const dense = denseOf(
    [104, 104, 104],
    (x, y, z) => radius - Math.hypot(x + 0.5 - middle, y + 0.5 - middle, z + 0.5 - middle),
  );
  using volume = onDevice(context, dense, "f32");
  const scene: Scene = {
    dense,
    camera: lookAt([-130, 30, 80], [middle, middle, middle], { half: 0.25 }),
    width: 24,
    height: 24,
  };
  const { dense: _, ...options } = scene;
  using picture = marchIsoSurface(volume, { ...options, isoLevel: 0, depths: true });
  let count = 0;
  for (const [pixel, found] of (picture.depths?.readSync() ?? []).entries()) {
    const ray = raysOf(scene)[pixel];
    assert(ray !== undefined);
    const to = each((axis) => middle - ray.from[axis]);
    const near = to[0] * ray.way[0] + to[1] * ray.way[1] + to[2] * ray.way[2];
    const off = Math.hypot(...to) ** 2 - near ** 2;
    // The values between voxels are off by up to 1 / (4 radius), which rays that graze the ball magnify.
    if (off > radius ** 2 * 0.6) continue;
    const exact = near - Math.sqrt(radius ** 2 - off);
    assert(Math.abs(found - exact) < 0.01, `${pixel}: ${found} is not ${exact}`);
    count++;
  }
  assert(count > 250, `${count}`);
});

/** What one ray finds in a volume. */
function depthAlong(
  volume: Tensor<VoxelType>,
  eye: Triple,
  forward: Triple,
  options: { readonly isoLevel: number; readonly stepSize?: number },
): number {
  const [x, y, z] = forward.map(Math.abs);
  const right: Triple = (x ?? 0) > Math.max(y ?? 0, z ?? 0) ? [0, 1, 0] : [1, 0, 0];
  const up: Triple = (z ?? 0) >= Math.max(x ?? 0, y ?? 0) ? [0, 1, 0] : [0, 0, 1];
  const camera = { eye, forward, right, up };
  const view = { camera, width: 1, height: 1, depths: true } as const;
  using picture = marchIsoSurface(volume, { ...view, ...options });
  return picture.depths?.readSync()[0] ?? NaN;
}

eachBackend("marchIsoSurface() follows rays that miss, touch or start inside", (context) => {
  // Matter from voxel 2 on, along x: the surface is in the middle between two voxels, at x = 2.
  using wall = onDevice(context, denseOf([4, 4, 4], (x) => x >= 2 ? 100 : 0), "u8");
  const along = (eye: Triple, forward: Triple, step?: number): number =>
    depthAlong(wall, eye, forward, {
      isoLevel: 50,
      ...(step === undefined ? {} : { stepSize: step }),
    });
  const near = (found: number, wanted: number) =>
    assertClose([found], [wanted], { absolute: 2e-6 });
  near(along([-3, 1.7, 2.2], [1, 0, 0]), 5);
  near(along([-3, 1.7, 2.2], [5, 0, 0], 0.7), 5); // directions of any length
  near(along([0.25, 1.7, 2.2], [1, 0, 0]), 1.75); // from inside, in air
  assertEquals(along([3.5, 1, 1], [1, 0, 0]), Infinity); // from inside, in matter
  near(along([3.5, 1, 1], [-1, 0, 0]), Infinity); // and out of it
  near(along([9, 1, 1], [-1, 0, 0]), 5); // what the border cuts
  assertEquals(along([9, 1, 1], [1, 0, 0]), Infinity); // behind the eye
  assertEquals(along([-3, 4.01, 1], [1, 0, 0]), Infinity); // beside
  for (const edge of [0, 4]) { // in faces, along edges and through corners
    near(along([-3, edge, 1.5], [1, 0, 0]), 5);
    near(along([-3, edge, edge], [1, 0, 0]), 5);
    near(along([3.2, edge, -2], [0, 0, 1]), 2);
    assertEquals(along([1.2, edge, -2], [0, 0, 1]), Infinity);
  }
  near(along([-2, -2, -2], [1, 1, 1]), Math.sqrt(48));
  assertEquals(along([-2, 6, 0], [1, -1, -3]), Infinity); // past a corner
  assertEquals(along([-4, 4, 2], [1, 1, 0]), Infinity);
  assertEquals(along([-1, 1, 1], [1, 0, 0], 100), Infinity); // no sample in the volume
  near(along([-1, 1, 1], [1, 0, 0], 7), 3); // one, in the middle of the first step
  near(along([-1e4, 1.7, 2.2], [1, 0, 0]), 10002);
});

eachBackend("marchIsoSurface() turns with volume and camera", (context) => {
  const [n, size] = [12, { width: 21, height: 15 }];
  const dense = softBalls([n, n, n], 8);
  // A quarter turn about z takes (x, y) to (n - y, x).
  const turned: Dense = denseOf(
    [n, n, n],
    (x, y, z) => dense.data[(z * n + (n - 1 - x)) * n + y] ?? NaN,
  );
  const turn = ([x, y, z]: Triple): Triple => [-y, x, z];
  const camera = lookAt([-17, -12, 19], [6, 6, 6]);
  const [x, y, z] = turn(camera.eye);
  const other = {
    eye: [x + n, y, z],
    forward: turn(camera.forward),
    right: turn(camera.right),
    up: turn(camera.up),
  } as const;
  const light = [1, -2, 1.5] as const;
  const common = { ...size, isoLevel: 90.5, depths: true } as const;
  using a = onDevice(context, dense, "f32");
  using b = onDevice(context, turned, "f32");
  using first = marchIsoSurface(a, { ...common, camera, light });
  using second = marchIsoSurface(b, { ...common, camera: other, light: turn(light) });
  const depths = first.depths?.readSync() ?? new Float32Array();
  assert(depths.filter(Number.isFinite).length > 50);
  assertClose(second.depths?.readSync() ?? [], depths, { absolute: 1e-4 });
  assertClose(second.image.readSync(), first.image.readSync(), { absolute: 1 });
});

const BOTH = { depths: true, hits: true } as const;

eachBackend("marchIsoSurface() draws bricks as it draws dense voxels, bit for bit", (context) => {
  const dense = softBalls([23, 15, 13], 4, 7);
  const threshold = 20;
  const cases = [...BRICKED, ["f32", 256, "rank96", "rank"]] as const;
  for (const [dtype, brick, layout, slots] of cases) {
    using volume = onDevice<VoxelType>(context, dense, dtype);
    using bricks = brickVolume(volume, { threshold, brick, layout, slots });
    assert(brick >= 16 || bricks.filled < bricks.bricks);
    for (const camera of CAMERAS) {
      for (const step of [0.05, 0.433, 1.7]) {
        const options = { camera, width: 19, height: 11, stepSize: step, isoLevel: 60.5, ...BOTH };
        using whole = marchIsoSurface(volume, { ...options, floor: threshold });
        using skipped = marchIsoSurface(volume, { ...options, skip: bricks });
        using marched = marchIsoSurface(bricks, options);
        assertSame(marched, whole);
        assertSame(skipped, whole);
        const hits = marched.hits?.readSync() ?? new BigInt64Array();
        assertBits(skipped.hits?.readSync() ?? new BigInt64Array(), hits);
        for (const hit of hits) assert(hit >= -1n && hit < BigInt(bricks.bricks));
      }
    }
  }
});

eachBackend("marchIsoSurface() takes voxels with z fastest", (context) => {
  const dense = softBalls([9, 14, 6], 2);
  const [x, y, z] = dense.dims;
  const across = denseOf([z, y, x], (k, j, i) => dense.data[(k * y + j) * x + i] ?? NaN);
  using volume = onDevice(context, dense, "u8");
  using other = tensor(Uint8Array.from(across.data), { context, shape: [x, y, z] });
  const options = { camera: lookAt([-30, -14, 22], [4, 7, 3]), width: 12, height: 9, isoLevel: 70 };
  using a = marchIsoSurface(volume, { ...options, ...BOTH });
  using b = marchIsoSurface(other, { ...options, axes: "xyz", ...BOTH });
  assertSame(a, b);
  assertBits(a.hits?.readSync() ?? new BigInt64Array(), b.hits?.readSync() ?? new BigInt64Array());
});

eachBackend("marchIsoSurface() gives the same bits as the CPU", (context) => {
  const [cpu = context] = contexts;
  const dense = softBalls([31, 17, 13], 9, 9);
  const pictures = [context, cpu].map((where) => {
    using volume = onDevice(where, dense, "u8");
    using bricks = brickVolume(volume, { threshold: 10 });
    return CAMERAS.flatMap((camera) => {
      const options = { camera, width: 40, height: 33, isoLevel: 55.5, ...BOTH };
      using picture = marchIsoSurface(bricks, options);
      const { image, depths, hits } = picture;
      return [image.readSync(), depths?.readSync(), hits?.readSync()];
    });
  });
  assertEquals(pictures[0], pictures[1]);
});

eachBackend("marchIsoSurface() shows the background where nothing is", (context) => {
  const background = [0.2, 0.4, 1, 0.5] as const;
  const camera = lookAt([-30, -14, 22], [4, 4, 4]);
  const view = { camera, width: 3, height: 2, background, isoLevel: 9.5 } as const;
  using nothing = onDevice(context, denseOf([8, 8, 8], () => 3), "u8");
  using bricks = brickVolume(nothing, { threshold: 3, brick: 4 });
  assertEquals(bricks.filled, 0);
  for (const volume of [nothing, bricks]) {
    using picture = marchIsoSurface(volume, view);
    const pixel = [26, 51, 128, 128];
    assertEquals([...picture.image.readSync()], Array(6).fill(pixel).flat());
    assertEquals([picture.depths, picture.hits], [undefined, undefined]);
  }
  using all = onDevice(context, denseOf([8, 8, 8], () => 30), "u8");
  using full = brickVolume(all, { threshold: 3, brick: 4 });
  assertEquals(full.filled, full.bricks);
  using picture = marchIsoSurface(full, { ...view, depths: true });
  const scene = { dense: { dims: [8, 8, 8], data: [] }, camera, width: 3, height: 2 } as const;
  const borders = raysOf(scene).map((ray) => chordOf(scene, ray)?.[0] ?? Infinity);
  assertClose(picture.depths?.readSync() ?? [], borders, { absolute: 1e-5 });
});

eachBackend("marchIsoSurface() takes NaN for low, however voxels are held", (context) => {
  const dense = softBalls([17, 13, 9], 4, 7);
  const holes = { ...dense, data: dense.data.map((value, at) => at % 7 === 0 ? NaN : value) };
  using volume = onDevice(context, holes, "f32");
  using bricks = brickVolume(volume, { threshold: 20, brick: 4, nan: "empty" });
  const options = {
    camera: lookAt([-20, -14, 17], [8, 6, 4]),
    width: 40,
    height: 33,
    isoLevel: 60,
  };
  using whole = marchIsoSurface(volume, { ...options, floor: 20, ...BOTH });
  using marched = marchIsoSurface(bricks, { ...options, ...BOTH });
  assertSame(marched, whole);
  assert(whole.depths?.readSync().some(Number.isFinite));
  // A wall behind NaN is met as behind air.
  using wall = tensor(Float32Array.of(NaN, NaN, 9, 9), { context, shape: [1, 1, 4] });
  assertClose([depthAlong(wall, [-1, 0.5, 0.5], [1, 0, 0], { isoLevel: 4 })], [3.5], {
    absolute: 0.05,
  });
});

eachBackend("marchIsoSurface() frees everything when an allocation fails", async (context) => {
  using volume = onDevice(context, denseOf([4, 4, 4], (x) => 10 * x), "u8");
  const camera = lookAt([-9, 1, 1], [2, 2, 2]);
  const options = { camera, width: 4, height: 3, isoLevel: 20, ...BOTH };
  const picture = await failEachAllocation(context, () => marchIsoSurface(volume, options), 3);
  assertEquals(picture.disposed, false);
  picture.dispose();
  picture.dispose();
  assertEquals(picture.disposed, true);
});
