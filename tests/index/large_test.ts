import { assertEquals } from "@std/assert";
import {
  brickLookup,
  brickToDense,
  brickVolume,
  indexLookup,
  indexOfRank,
  indexPrefix,
  indexToBits,
  indexToggle,
} from "../../lib/index/mod.ts";
import { type Context, fullTensor, indexFromKeys, tensor } from "../../mod.ts";
import { eachBackend, isGpu } from "../_backends.ts";
import { LAYOUTS } from "./_cases.ts";
import { keysOf, numbersOf } from "./_oracle.ts";

/** More elements than 32 bits can number. */
const SIZE = 2 ** 32 + 5;
const OCCUPIED = [0, 2 ** 32 - 1, 2 ** 32, SIZE - 1];

eachBackend("indexes of more than 2^32 elements number the last ones right", (context) => {
  using keys = keysOf(context, OCCUPIED);
  using ends = keysOf(context, [1, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1, SIZE]);
  using ranks = keysOf(context, [0, 1, 2, 3, 4]);
  using flips = keysOf(context, [2 ** 32, 2 ** 31]);
  // A host has better things to do than to fill gigabytes with cells.
  const layouts = isGpu(context) ? LAYOUTS : ["paper", "wide"] as const;
  for (const layout of layouts) {
    using index = indexFromKeys(keys, { dims: [SIZE], layout });
    using prefixes = indexPrefix(index, ends);
    assertEquals(numbersOf(prefixes), [1, 1, 2, 3, 4], layout);
    using lookups = indexLookup(index, ends, { checked: false });
    assertEquals(numbersOf(lookups), [-1, 1, 2, -1, -1], layout);
    using places = indexOfRank(index, ranks);
    assertEquals(numbersOf(places), [...OCCUPIED, -1], layout);
    if (layout === "paper") {
      using bits = indexToBits(index);
      using last = bits.slice(bits.length - 2, bits.length);
      assertEquals(numbersOf(last), [0x80, 0x11]);
    }
    if (!index.capabilities.includes("flip")) continue;
    indexToggle(index, flips);
    using after = indexPrefix(index, ends);
    assertEquals(numbersOf(after), [1, 2, 3, 3, 4], layout);
  }
});

/** Extents of volumes: on a host the same, smaller. */
const extentsOf = (on: Pick<Context, "device">): [number, number, number] =>
  isGpu(on) ? [2048, 2048, 513] : [50, 60, 70];
const volumesTitle = (on: Pick<Context, "device">): string =>
  `volumes of ${extentsOf(on).join(" x ")} voxels keep the last ones`;

eachBackend(volumesTitle, (context) => {
  const [x, y, z] = extentsOf(context);
  const n = x * y * z;
  const places = [0, Math.floor(n / 2) + 5, n - 1];
  const coords = places.map((at) => [at % x, Math.floor(at / x) % y, Math.floor(at / x / y)]);
  using dense = fullTensor([z, y, x], 0, { context, dtype: "u8" });
  using line = dense.reshape([n]);
  for (const at of places) {
    using voxel = line.slice(at, at + 1);
    voxel.fill(9);
  }
  using ijk = tensor(Int32Array.from(coords.flat()), { context, shape: [3, 3] });
  for (const brick of [4, 16]) {
    using volume = brickVolume(dense, { threshold: 0, brick });
    // A voxel that two bricks share along an axis fills both.
    const filled = coords.map((coord) =>
      coord.reduce((count, at) => count * (at > 0 && at % (brick - 1) === 0 ? 2 : 1), 1)
    );
    assertEquals(volume.filled, filled.reduce((sum, count) => sum + count));
    using found = brickLookup(volume, ijk);
    assertEquals([...found.readSync()], [9, 9, 9]);
    using again = brickToDense(volume);
    using last = again.reshape([n]);
    for (const at of places) {
      using some = last.slice(Math.max(0, at - 3), at + 1);
      assertEquals([...some.readSync()], [...Array(some.length - 1).fill(0), 9]);
    }
  }
});
