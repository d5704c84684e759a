import { assert, assertEquals, assertRejects } from "@std/assert";
import {
  FormatError,
  pointCloudFormat,
  readNpz,
  readNumpy,
  readPointCloud,
  readVolume,
} from "../../../lib/io/mod.ts";
import { readableCuts } from "../_damage.ts";
import { dataTest } from "../_data.ts";
import { npy, npz, type NpzBytes } from "../npy/_bytes.ts";

const POINTS = npy("<f8", [2, 3], Float64Array.of(1, 2, 3, 4, 5, 6));
const WAYS: readonly NpzBytes[] = [{}, { deflated: true }, { wide: true }, {
  deflated: true,
  wide: true,
}];

Deno.test("readNumpy() reads arrays of any type, order and axes, stored and deflated", async () => {
  const whole = npy("<i8", [], BigInt64Array.of(-7n));
  const arrays = {
    whole,
    empty: npy("<f4", [3, 0, 2], new Float32Array(0)),
    list: npy(">u2", [3], Uint16Array.of(0x0100, 0x0200, 0xff00)),
    bools: npy("|b1", [2], Uint8Array.of(1, 0)),
    halves: npy("<f2", [2], Float16Array.of(0.5, -2)),
    turned: npy("<i2", [2, 2, 3], Int16Array.from({ length: 12 }, (_, at) => at), {
      isFortran: true,
    }),
    big: npy("<u8", [1], BigUint64Array.of(2n ** 63n)),
  };
  for (const way of WAYS) {
    const read = await readNumpy(npz(arrays, way));
    assertEquals(read.map(({ name }) => name), Object.keys(arrays));
    assertEquals(read.map(({ shape }) => shape), [[], [3, 0, 2], [3], [2], [2], [2, 2, 3], [1]]);
    const values = read.map((one) => one.values);
    assertEquals(values.slice(0, 5), [
      BigInt64Array.of(-7n),
      new Float32Array(0),
      Uint16Array.of(1, 2, 255),
      Uint8Array.of(1, 0),
      Float16Array.of(0.5, -2),
    ]);
    // Of value [x, y, z] in Fortran order x + 2 y + 4 z.
    assertEquals([...values[5] ?? []], [0, 4, 8, 2, 6, 10, 1, 5, 9, 3, 7, 11]);
    assertEquals(values[6], BigUint64Array.of(2n ** 63n));
  }
  const [alone] = await readNumpy(whole);
  assertEquals([alone?.name, alone?.type, alone?.shape], ["", "<i8", []]);
});

Deno.test("readPointCloud() takes arrays of points and of what else is known of them", async () => {
  const arrays = {
    points: POINTS,
    colors: npy("<f4", [2, 3], Float32Array.of(0, 0.5, 1, 1, 0, 0)),
    normals: npy("<f4", [2, 3], Float32Array.of(0, 0, 1, 1, 0, 0)),
    intensity: npy("<u2", [2], Uint16Array.of(7, 9)),
    classification: npy("|u1", [2], Uint8Array.of(2, 5)),
    feature: npy("<f2", [2, 4], Float16Array.of(1, 2, 3, 4, 5, 6, 7, 8)),
    key: npy("<i8", [2], BigInt64Array.of(5n, -6n)),
    depth: npy("<i8", [], BigInt64Array.of(6n)),
  };
  for (const way of WAYS) {
    const cloud = await readPointCloud(npz(arrays, way), { name: "a.npz" });
    assertEquals([cloud.format, cloud.count, ...cloud.positions], ["npz", 2, 1, 2, 3, 4, 5, 6]);
    assertEquals([...cloud.colors ?? []], [0, 128, 255, 255, 0, 0]);
    assertEquals(cloud.normals, Float32Array.of(0, 0, 1, 1, 0, 0));
    assertEquals(cloud.intensities, Uint16Array.of(7, 9));
    assertEquals(cloud.classifications, Uint8Array.of(2, 5));
    assertEquals(cloud.columns, [
      { name: "feature", values: Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8), width: 4 },
      { name: "key", values: BigInt64Array.of(5n, -6n), width: 1 },
    ]);
    assertEquals(cloud.unread, ["depth"]);
    const short = await readNpz(npz(arrays, way));
    assertEquals([short.columns, short.unread], [undefined, ["feature", "key", "depth"]]);
  }
  const axes = { x: npy("<i4", [2], Int32Array.of(1, 4)), y: npy("<i4", [2], Int32Array.of(2, 5)) };
  const apart = await readNpz(npz({ ...axes, z: npy("<f4", [2], Float32Array.of(3, 6)) }));
  assertEquals([...apart.positions], [1, 2, 3, 4, 5, 6]);
  assertEquals((await readNpz(npz({ nodes: POINTS }))).count, 2);
  assertEquals(pointCloudFormat(npz(arrays).subarray(0, 128)), "npz");
});

Deno.test("readVolume() takes the array of three axes of an NPZ file", async () => {
  const volume = npy("<i2", [1, 2, 3], Int16Array.of(1, 2, 3, 4, 5, 6));
  for (const way of WAYS) {
    const { format, dims, values } = await readVolume(npz({ a: POINTS, volume }, way), {
      fastest: "z",
    });
    assertEquals([format, dims, [...values]], ["npz", [1, 2, 3], [1, 2, 3, 4, 5, 6]]);
  }
  await assertRejects(
    () => readVolume(npz({ volume, other: volume })),
    FormatError,
    "it holds volume [1, 2, 3] of <i2; other [1, 2, 3] of <i2, one array [x, y, z] expected",
  );
});

Deno.test("readNpz() and readVolume() pass by arrays that hold no numbers, which readNumpy() refuses", async () => {
  const names = npy("<U1", [2], Uint8Array.of(97, 0, 0, 0, 98, 0, 0, 0));
  const labels = npy("|O", [2], new Uint8Array(30));
  const scene = npz({ names, points: POINTS, labels });
  const cloud = await readNpz(scene);
  assertEquals([...cloud.positions], [1, 2, 3, 4, 5, 6]);
  assertEquals(cloud.unread, ["names", "labels"]);
  const box = npy("|u1", [1, 1, 2], Uint8Array.of(3, 4));
  assertEquals([...(await readVolume(npz({ names, box }))).values], [3, 4]);
  await assertRejects(() => readNumpy(scene), FormatError, 'array "names": type <U1 is not');
  await assertRejects(
    () => readNpz(npz({ names })),
    FormatError,
    "it holds names, of which type <U1 is not",
  );
});

Deno.test("readNpz() refuses other arrays and damaged files", async () => {
  const objects = npy("|O", [2], new Uint8Array(30));
  const good = npz({ points: POINTS }, { deflated: true });
  const changed = (at: number, byte: number): Uint8Array => {
    const copy = good.slice();
    copy[at] = byte;
    return copy;
  };
  const list = good.length - 22 - 46 - "points.npy".length;
  for (
    const [file, problem] of [
      [
        npz({ a: npy("<f4", [4], new Float32Array(4)) }),
        "it holds a [4] of <f4, an array of points [points, 3] or",
      ],
      [
        npz({ a: POINTS, b: POINTS }),
        "it holds a [2, 3] of <f8; b [2, 3] of <f8, an array of points",
      ],
      [
        npz({ points: objects }),
        "it holds points, of which Python objects are held, which only Python reads",
      ],
      [
        npz({ points: npy("<c8", [1, 3], new Float64Array(3)) }),
        "it holds points, of which type <c8 is not b1, i1, u1",
      ],
      [
        npz({ points: npy("<f4", [1, 3], new Float32Array(4)) }),
        "[1, 3] of type <f4 take 12 bytes, 16 held",
      ],
      [
        npz({ points: new Uint8Array(40) }),
        'array "points": it does not begin as arrays of NumPy do',
      ],
      [good.slice(0, -1), "the file is cut off: it has no list of its arrays at its end"],
      [changed(list + 10, 9), "is compressed by method 9, 0 (stored) or 8 (deflated) expected"],
      [changed(list + 8, 1), "an entry is encrypted"],
      [changed(list + 16, (good[list + 16] ?? 0) ^ 1), '"points.npy" has another checksum'],
      [changed(list, 0), "entry 0 of 1 is not there"],
    ] as const
  ) await assertRejects(() => readNpz(file), FormatError, problem);
  assertEquals(await readableCuts(readNpz, good), []);
  const records = new TextEncoder().encode(
    "{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (1,), }".padEnd(117) + "\n",
  );
  const file = Uint8Array.of(0x93, ...new TextEncoder().encode("NUMPY"), 1, 0, 118, 0, ...records);
  await assertRejects(() => readNumpy(file), FormatError, "records of several fields are held");
});

dataTest(
  "readPointCloud() reads real NPZ files",
  ["octree/test_001.npz", "gsplat/test_garden.npz"],
  async (octree, garden) => {
    const tree = await readPointCloud(octree);
    assertEquals([tree.count, tree.normals?.length], [11034, 3 * 11034]);
    assert(tree.unread?.includes("key"));
    const splats = await readPointCloud(garden);
    assertEquals([splats.count, splats.colorBits], [138766, 8]);
    assertEquals((await readNumpy(garden)).find(({ name }) => name === "Ks")?.shape, [3, 3, 3]);
  },
);
