import { assertEquals } from "@std/assert";
import { StatusCode } from "../../ffi/_generated/symbols.ts";
import type { Status } from "../../ffi/_generated/native.ts";
import { handleOf } from "../../ffi/owned.ts";
import { nativeOf } from "../../ffi/context.ts";
import { gridFromDense, tensor } from "../../mod.ts";
import { dtypeCode } from "../../lib/core/dtype.ts";
import { eachBackend } from "../_backends.ts";

eachBackend("marchingCubes() in C rejects levels that are not finite", (context) => {
  const native = nativeOf(context);
  using grid = gridFromDense({ context, dims: 2 });
  using field = tensor(new Float32Array(8), { context });
  using cells = tensor(new Uint8Array(8), { context });
  using word = tensor(new BigInt64Array(1), { context });
  using pair = tensor(new BigInt64Array(2), { context });
  using numbers = tensor(new BigInt64Array(2), { context });
  using none = tensor(new Float32Array(0), { context });
  const ask = (iso: number): Status[] => {
    const request = {
      context: handleOf(context),
      grid: handleOf(grid),
      field: handleOf(field.buffer),
      dtype: dtypeCode("f32"),
      isoLevel: iso,
    };
    const empty = handleOf(none.buffer);
    return [
      native.marchingCubesCount({
        ...request,
        outCells: handleOf(cells.buffer),
        outEdges: handleOf(word.buffer),
        outRanks: handleOf(pair.buffer),
        outNumbers: handleOf(numbers.buffer),
      }),
      native.marchingCubes({
        ...request,
        cells: handleOf(cells.buffer),
        edges: handleOf(word.buffer),
        ranks: handleOf(pair.buffer),
        nVertices: 0,
        nFaces: 0,
        vertexDtype: dtypeCode("f32"),
        outVertices: empty,
        outFaces: empty,
        outEnds: empty,
      }),
    ];
  };
  assertEquals(ask(0), [StatusCode.OK, StatusCode.OK]);
  const refused = [StatusCode.INVALID_ARGUMENT, StatusCode.INVALID_ARGUMENT];
  for (const iso of [NaN, Infinity, -Infinity]) assertEquals(ask(iso), refused);
});

eachBackend("meshDistances() in C rejects distances that are not finite or below 0", (context) => {
  const native = nativeOf(context);
  using grid = gridFromDense({ context, dims: 1 });
  using none = tensor(new Float32Array(0), { context });
  using distances = tensor(new Float32Array(1), { context });
  using triangles = tensor(new BigInt64Array(1), { context });
  const ask = (most: number): Status[] => {
    const request = {
      context: handleOf(context),
      grid: handleOf(grid),
      vertices: handleOf(none.buffer),
      dtype: dtypeCode("f32"),
      nVertices: 0,
      vertexOffsets: new BigInt64Array(2),
      faces: handleOf(none.buffer),
      faceDtype: dtypeCode("i32"),
      nFaces: 0,
      faceOffsets: new BigInt64Array(2),
      nGrids: 1,
      halfWidth: most,
      outDistances: handleOf(distances.buffer),
      outTriangles: handleOf(triangles.buffer),
    };
    return [native.meshDistances(request), native.signedMeshDistances(request)];
  };
  assertEquals(ask(0), [StatusCode.OK, StatusCode.OK]);
  const refused = [StatusCode.INVALID_ARGUMENT, StatusCode.INVALID_ARGUMENT];
  for (const most of [NaN, Infinity, -1]) assertEquals(ask(most), refused);
});

eachBackend("surfaceNormals() in C take any rows as the ends of edges", (context) => {
  const native = nativeOf(context);
  using grid = gridFromDense({ context, dims: 2 });
  using field = tensor(new Float32Array([-1, 1, 1, 1, 1, 1, 1, 1]), { context });
  using ends = tensor(new BigInt64Array([0n, 8n, -1n, 0n, 2n ** 62n, 0n, 0n, 0n]), { context });
  using normals = tensor(new Float32Array(12).fill(9), { context });
  using colors = tensor(new Float32Array(4).fill(9), { context });
  using slopes = tensor(new Float32Array(8).fill(9), { context });
  using others = tensor(new Float32Array(8).fill(9), { context });
  const f32 = dtypeCode("f32");
  const surface = {
    context: handleOf(context),
    grid: handleOf(grid),
    field: handleOf(field.buffer),
    dtype: f32,
    isoLevel: 0,
    ends: handleOf(ends.buffer),
    nVertices: 4,
  };
  const features = { features: handleOf(field.buffer), featureDtype: f32, channels: 1 };
  const statuses = [
    native.surfaceNormals({ ...surface, out: handleOf(normals.buffer) }),
    native.surfaceFeatures({ ...surface, ...features, out: handleOf(colors.buffer) }),
    native.marchingCubesBackward({
      ...surface,
      vertexDtype: f32,
      gradients: handleOf(normals.buffer),
      out: handleOf(slopes.buffer),
    }),
    native.surfaceFeaturesBackward({
      ...surface,
      ...features,
      gradients: handleOf(colors.buffer),
      outFeatures: handleOf(slopes.buffer),
      outField: handleOf(others.buffer),
    }),
  ];
  assertEquals(statuses, Array<Status>(4).fill(StatusCode.OK));
  assertEquals([...normals.readSync().subarray(0, 9)], Array(9).fill(0));
  assertEquals([...colors.readSync().subarray(0, 3)], [0, 0, 0]);
  assertEquals([...slopes.readSync(), ...others.readSync()], Array(16).fill(0));
});
