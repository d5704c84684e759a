import { assertEquals } from "@std/assert";
import { brickVolume, indexLookup, indexToBits, indexToPaper, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { type Dense, denseOf, onDevice } from "./_dense.ts";
import { unpackBits } from "./_oracle.ts";
import { listIn, numberIn, numbersIn, textIn, vectorsOf } from "./_vectors.ts";

function tripleIn(input: Parameters<typeof numbersIn>[0], name: string): Dense["dims"] {
  const [x = 0, y = 0, z = 0] = numbersIn(input, name);
  return [x, y, z];
}

eachBackend("published bricks: which are filled, their ranks and the index", (context) => {
  for (const { id, input, expect } of vectorsOf("bricks")) {
    const dense = { dims: tripleIn(input, "dims"), data: numbersIn(input, "data") };
    using volume = onDevice(context, dense, "u8");
    const all = expect["byCoverage"] as unknown as Record<string, typeof expect>;
    for (const coverage of ["cells", "payload"] as const) {
      const wanted = all[coverage] ?? {};
      const options = { threshold: numberIn(input, "tau"), coverage } as const;
      using bricks = brickVolume(volume, { ...options, brick: 2 ** numberIn(input, "k") });
      assertEquals(bricks.grid, tripleIn(expect, "bricks"), id);
      assertEquals(bricks.filled, numberIn(wanted, "filled"), id);
      using bits = indexToBits(bricks.index);
      assertEquals(unpackBits(bits.readSync(), bricks.bricks), numbersIn(wanted, "occupancy"), id);
      using keys = tensor(Int32Array.from({ length: bricks.bricks }, (_, k) => k), { context });
      using ranks = indexLookup(bricks.index, keys, { dtype: "i32" });
      assertEquals([...ranks.readSync()], listIn(wanted, "brickIds").map((r) => r ?? -1), id);
      using tree = indexToPaper(bricks.index);
      assertEquals(tree.data.readSync().toHex(), textIn(wanted, "indexHex"), id);
    }
  }
});

eachBackend("published voxels of bricks", (context) => {
  for (const { id, input, expect } of vectorsOf("brick-content")) {
    const dense = denseOf(tripleIn(input, "dims"), (x, y, z) => x + 10 * y + 100 * z);
    using volume = onDevice(context, dense, "u16");
    const edge = 2 ** numberIn(input, "k");
    using bricks = brickVolume(volume, { threshold: -Infinity, brick: edge });
    const [x, y, z] = tripleIn(input, "brick");
    const slot = (z * bricks.grid[1] + y) * bricks.grid[0] + x;
    using brick = bricks.pool.slice(slot, slot + 1);
    assertEquals([...brick.readSync()], numbersIn(expect, "values"), id);
  }
});
