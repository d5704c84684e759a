import { assertEquals, assertThrows } from "@std/assert";
import {
  brickLookup,
  brickToDense,
  brickVolume,
  IndexError,
  type VoxelType,
} from "../../lib/index/mod.ts";
import { type Tensor, tensor } from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { LAYOUTS } from "./_cases.ts";
import { onDevice, randomDense } from "./_dense.ts";

eachBackend(
  "brickLookup() finds the voxels that brickToDense() writes, and no others",
  (context) => {
    const random = new Random(3);
    const dims = [13, 9, 17] as const;
    for (const dtype of ["u8", "u16", "i16", "f16", "f32"] satisfies VoxelType[]) {
      using dense = onDevice(context, randomDense(dims, 0.02, 4), dtype);
      for (const layout of [...LAYOUTS, undefined]) {
        const own = layout === undefined ? { slots: "table" } as const : { layout };
        using volume = brickVolume(dense, { threshold: 4, brick: 4, ...own });
        using all = brickToDense(volume, { fill: 1 });
        const voxels = all.readSync();
        const places = Array.from(
          { length: 400 },
          () => dims.map((extent) => random.integer(-2, extent + 1)),
        );
        const wanted = places.map(([x = 0, y = 0, z = 0]) => {
          const inside = [x, y, z].every((at, axis) => at >= 0 && at < (dims[axis] ?? 0));
          return inside ? voxels[(z * dims[1] + y) * dims[0] + x] : 1;
        });
        using ijk = tensor(Int32Array.from(places.flat()), { context, shape: [400, 3] });
        using found = brickLookup(volume, ijk, { fill: 1 });
        assertEquals([found.dtype, found.shape], [dtype, [400]]);
        assertEquals([...found.readSync()], wanted);
      }
    }
  },
);

eachBackend("brickLookup() takes places at the ends of int32, and none", (context) => {
  using dense = onDevice(context, randomDense([3, 3, 3], 1, 1), "u8");
  using volume = brickVolume(dense, { threshold: 0, fill: 77 });
  const [least, most] = [-(2 ** 31), 2 ** 31 - 1];
  using ijk = tensor(Int32Array.of(least, 0, 0, 0, most, 0, 1, 1, least), {
    context,
    shape: [3, 3],
  });
  using found = brickLookup(volume, ijk);
  assertEquals([...found.readSync()], [77, 77, 77]);
  using none = tensor(new Int32Array(0), { context, shape: [0, 3] });
  using empty = brickLookup(volume, none);
  assertEquals(empty.shape, [0]);
});

eachBackend(
  "brickLookup() names what is wrong",
  (context) => {
    using dense = onDevice(context, randomDense([3, 3, 3], 1, 1), "u8");
    using volume = brickVolume(dense, { threshold: 0 });
    using ijk = tensor(new Int32Array(3), { context, shape: [1, 3] });
    using flat = tensor(new Int32Array(3), { context });
    using floats = tensor([1, 2, 3], { context, shape: [1, 3] });
    assertThrows(() => brickLookup(volume, flat), RangeError, "ijk shape is [3], [n, 3] expected");
    assertThrows(
      () => brickLookup(volume, floats as unknown as Tensor<"i32">),
      TypeError,
      "ijk is f32, i32 expected",
    );
    const error = assertThrows(() => brickLookup(volume, ijk, { fill: -1 }), IndexError);
    assertEquals(error.code, "VALUE_RANGE");
  },
);
