import { assertEquals } from "@std/assert";
import {
  gridMorton,
  gridMortonZxy,
  gridMortonZyx,
  morton,
  mortonZxy,
  mortonZyx,
} from "../../lib/query/mod.ts";
import { tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { flatten, type Ijk } from "../grid/_oracle.ts";
import { curveInput, MOST, testCurve } from "./_curves.ts";

/** Takes coordinates apart and puts their bits in turn. */
function interleave([i, j, k]: Ijk): bigint {
  let code = 0n;
  for (let bit = 0n; bit < 21n; bit++) {
    for (const [axis, value] of [i, j, k].entries()) {
      code |= (BigInt(value) >> bit & 1n) << (3n * bit + BigInt(axis));
    }
  }
  return code;
}

testCurve({ name: "morton", ofIjk: morton, gridName: "gridMorton", ofGrid: gridMorton });
testCurve({
  name: "mortonZyx",
  ofIjk: mortonZyx,
  gridName: "gridMortonZyx",
  ofGrid: gridMortonZyx,
});
testCurve({
  name: "mortonZxy",
  ofIjk: mortonZxy,
  gridName: "gridMortonZxy",
  ofGrid: gridMortonZxy,
});

eachBackend("morton() gives the published codes", (context) => {
  const list: Ijk[] = [...Array.from({ length: 8 }, (_, i): Ijk => [i, 0, 0]), [2, 3, 5]];
  using ijk = tensor(flatten(list), { context, shape: [list.length, 3] });
  using codes = morton(ijk);
  assertEquals([...codes.readSync()], [0n, 1n, 8n, 9n, 64n, 65n, 72n, 73n, 286n]);
  using ends = tensor(flatten([[MOST, MOST, MOST], [MOST, 0, 0]]), { context, shape: [2, 3] });
  using most = morton(ends);
  assertEquals([...most.readSync()], [2n ** 63n - 1n, (2n ** 63n - 1n) / 7n]);
});

eachBackend("morton() interleaves bits, mortonZyx() and mortonZxy() in other orders", (context) => {
  const list = curveInput();
  using ijk = tensor(flatten(list), { context, shape: [list.length, 3] });
  using codes = morton(ijk);
  using reversed = mortonZyx(ijk);
  assertEquals([...codes.readSync()], list.map(interleave));
  assertEquals([...reversed.readSync()], list.map(([i, j, k]) => interleave([k, j, i])));
  using transposed = mortonZxy(ijk);
  assertEquals([...transposed.readSync()], list.map(([i, j, k]) => interleave([k, i, j])));
});
