import { assertEquals } from "@std/assert";
import { LodCamera, LodTotal, StatusCode } from "../../ffi/_generated/symbols.ts";
import type { BufferHandle, Status } from "../../ffi/_generated/native.ts";
import { handleOf } from "../../ffi/owned.ts";
import { nativeOf } from "../../ffi/context.ts";
import { buildLod, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";

/** Looks down at whole coordinates of 0 to 8, with depths of -z. */
function camera(): Float64Array<ArrayBuffer> {
  const numbers = new Float64Array(LodCamera.CAMERA_COUNT);
  numbers.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], LodCamera.MODEL_VIEW);
  numbers.set([0.25, 0, 0, 0, 0, -0.25, 0, 0, 0, 0, -1, 0, -1, 1, 0, 1], LodCamera.PROJECTION);
  return numbers;
}

const NONE = 0 as BufferHandle;
const { INVALID_ARGUMENT, INVALID_DATA, OK } = StatusCode;

eachBackend(
  "selectLodNodes() in C rejects sizes and cameras, and writes within its buffers",
  (context) => {
    const native = nativeOf(context);
    using points = tensor(Int32Array.of(0, 0, -1, 7, 7, -8), { context, shape: [2, 3] });
    using tree = buildLod(points, undefined, { pointsPerLeaf: 2, gridSize: 2 });
    const { nodes } = tree.counts;
    assertEquals(nodes, 3);
    using octants = tensor(new Uint8Array(nodes), { context });
    using firsts = tensor(new BigInt64Array(nodes), { context });
    using short = tensor(new BigInt64Array(nodes - 1), { context });
    const totals = new BigInt64Array(LodTotal.TOTAL_COUNT);
    const select = (
      { from = camera(), width = 8, height = 8, minSize = 0, margin = 1 } = {},
      where: BufferHandle = handleOf(firsts.buffer),
    ): Status => {
      return native.selectLodNodes({
        context: handleOf(context),
        lod: handleOf(tree),
        camera: from,
        width,
        height,
        minSize,
        margin,
        outOctants: handleOf(octants.buffer),
        outFirsts: where,
        outTotals: totals,
      });
    };
    assertEquals(select(), OK);
    assertEquals([...totals], [2n, 2n, 2n, 0n]);
    assertEquals([...octants.readSync()], [0, 255, 255]);
    assertEquals([...firsts.readSync()], [0n, 0n, 1n]);
    // Without pixels nothing is seen, whatever the camera is.
    assertEquals(select({ width: 0, from: new Float64Array(LodCamera.CAMERA_COUNT) }), OK);
    assertEquals([...totals], [0n, 0n, 0n, 0n]);
    assertEquals(select({ from: new Float64Array(LodCamera.CAMERA_COUNT) }), INVALID_ARGUMENT);
    for (const wrong of [-1, NaN, Infinity]) {
      assertEquals(select({ minSize: wrong }), INVALID_ARGUMENT);
      assertEquals(select({ margin: wrong }), INVALID_ARGUMENT);
    }
    assertEquals(select({}, handleOf(short.buffer)), INVALID_ARGUMENT);

    using runs = tensor(new BigInt64Array(6).fill(-9n), { context });
    const write = (count: number, places = firsts): Status => {
      return native.selectLodNodesRuns({
        context: handleOf(context),
        lod: handleOf(tree),
        octants: handleOf(octants.buffer),
        firsts: handleOf(places.buffer),
        nRuns: count,
        outRuns: handleOf(runs.buffer),
      });
    };
    assertEquals(select(), OK);
    assertEquals(write(2), OK);
    assertEquals([...runs.readSync()], [1n, 0n, 1n, 2n, 1n, 1n]);
    for (const count of [-1, 1, 3, 2 ** 52]) assertEquals(write(count), INVALID_ARGUMENT);
    // Places that no selection gave are passed over.
    runs.write(new BigInt64Array(6).fill(-9n));
    using wild = tensor(BigInt64Array.of(0n, -(2n ** 60n), 2n ** 60n), { context });
    assertEquals(write(2, wild), OK);
    assertEquals([...runs.readSync()], new Array(6).fill(-9n));
  },
);

eachBackend(
  "renderLodNearest() in C rejects sizes, and runs that are not of the tree",
  (context) => {
    const native = nativeOf(context);
    using points = tensor(Int32Array.of(0, 0, -1, 7, 7, -8), { context, shape: [2, 3] });
    using tree = buildLod(points, undefined, { pointsPerLeaf: 2, gridSize: 2 });
    using image = tensor(new Uint8Array(256), { context });
    using depths = tensor(new Float32Array(64), { context });
    const draw = (
      { row = [1, 0, 1], count = row.length / 3, width = 8, size = 1, tolerance = 0 }: {
        readonly row?: readonly number[];
        readonly count?: number;
        readonly width?: number;
        readonly size?: number;
        readonly tolerance?: number;
      } = {},
      out: BufferHandle = handleOf(depths.buffer),
    ): Status[] => {
      using runs = tensor(BigInt64Array.from(row, BigInt), { context });
      const request = {
        context: handleOf(context),
        lod: handleOf(tree),
        camera: camera(),
        width,
        height: 8,
        pointSize: size,
        nRuns: count,
        runs: handleOf(runs.buffer),
        background: 7,
        outImage: handleOf(image.buffer),
        outDepths: out,
      };
      return [
        native.renderLodNearest(request),
        native.renderLodBlended({ ...request, tolerance }),
      ];
    };
    assertEquals(draw(), [OK, OK]);
    assertEquals([...image.readSync().subarray(0, 8)], [255, 255, 255, 255, 7, 0, 0, 0]);
    assertEquals([...depths.readSync().subarray(0, 2)], [1, Infinity]);
    assertEquals(draw({}, NONE), [OK, OK]);
    assertEquals(draw({ row: [0, 0, 2, 2, 1, 1] }), [OK, OK], "the voxels of the root");
    const refused = [INVALID_ARGUMENT, INVALID_ARGUMENT];
    for (const width of [7, 9, 65537]) assertEquals(draw({ width }), refused);
    for (const size of [0, 65]) assertEquals(draw({ size }), refused);
    for (const count of [-1, 0, 2, 2 ** 52]) assertEquals(draw({ count }), refused);
    using part = image.slice(0, 255);
    assertEquals(draw({}, handleOf(part.buffer)), refused);
    assertEquals(draw({ tolerance: -1 }), [OK, INVALID_ARGUMENT]);
    const strange = [[3, 0, 1], [-1, 0, 1], [1, 0, 2], [1, 1, 1], [1, -1, 1], [0, 1, 2], [
      2,
      2,
      -1,
    ]];
    for (const row of strange) assertEquals(draw({ row }), [INVALID_DATA, INVALID_DATA], `${row}`);
    const vast = [2 ** 53 - 1, 2 ** 53 - 1, 2 ** 53 - 1];
    assertEquals(draw({ row: vast }), [INVALID_DATA, INVALID_DATA]);
  },
);
