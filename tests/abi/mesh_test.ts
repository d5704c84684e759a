import { assertEquals } from "@std/assert";
import { type Dtype, StatusCode } from "../../ffi/_generated/symbols.ts";
import type { Status } from "../../ffi/_generated/native.ts";
import { handleOf } from "../../ffi/owned.ts";
import { nativeOf } from "../../ffi/context.ts";
import { gridFromDense, tensor } from "../../mod.ts";
import { dtypeCode } from "../../lib/core/dtype.ts";
import { eachBackend } from "../_backends.ts";

eachBackend(
  "marchingCubes() in C rejects sizes, levels and dtypes that make no sense",
  (context) => {
    const native = nativeOf(context);
    const handle = handleOf(context);
    using grid = gridFromDense({ context, dims: 2 });
    using values = tensor(new Float32Array(8), { context });
    using cells = tensor(new Uint8Array(8), { context });
    using word = tensor(new BigInt64Array(1), { context });
    using pair = tensor(new BigInt64Array(2), { context });
    using none = tensor(new Float32Array(0), { context });
    const ask = (
      {
        dtype = dtypeCode("f32"),
        iso = 0,
        vertices = 0,
        faces = 0,
        marks = handleOf(cells.buffer),
      }: {
        readonly dtype?: Dtype;
        readonly iso?: number;
        readonly vertices?: number;
        readonly faces?: number;
        readonly marks?: ReturnType<typeof handleOf<"buffer">>;
      },
    ): Status[] => {
      const field = [handle, handleOf(grid), handleOf(values.buffer), dtype, iso] as const;
      const kept = [marks, handleOf(word.buffer), handleOf(pair.buffer)] as const;
      const empty = handleOf(none.buffer);
      return [
        native.countMarchingCubes(...field, ...kept, handleOf(pair.buffer)),
        native.marchingCubes(...field, ...kept, vertices, faces, empty, empty, empty),
      ];
    };
    assertEquals(ask({}), [StatusCode.OK, StatusCode.OK]);
    const refused = [StatusCode.INVALID_ARGUMENT, StatusCode.INVALID_ARGUMENT];
    assertEquals(ask({ dtype: 99 as Dtype }), refused);
    assertEquals(ask({ dtype: dtypeCode("f64") }), refused);
    assertEquals(ask({ iso: NaN }), refused);
    assertEquals(ask({ iso: Infinity }), refused);
    assertEquals(ask({ marks: handleOf(word.buffer) }), [StatusCode.OK, StatusCode.OK]);
    assertEquals(ask({ marks: handleOf(pair.buffer) }), refused);
    for (const count of [-1, 1, 2 ** 45, 2 ** 52]) {
      assertEquals(ask({ vertices: count })[1], StatusCode.INVALID_ARGUMENT);
      assertEquals(ask({ faces: count })[1], StatusCode.INVALID_ARGUMENT);
    }
  },
);

eachBackend("surfaceNormals() in C take any rows as the ends of edges", (context) => {
  const native = nativeOf(context);
  const handle = handleOf(context);
  using grid = gridFromDense({ context, dims: 2 });
  using values = tensor(new Float32Array([-1, 1, 1, 1, 1, 1, 1, 1]), { context });
  using ends = tensor(new BigInt64Array([0n, 8n, -1n, 0n, 2n ** 62n, 0n, 0n, 0n]), { context });
  using normals = tensor(new Float32Array(12).fill(9), { context });
  using colors = tensor(new Float32Array(4).fill(9), { context });
  using slopes = tensor(new Float32Array(8).fill(9), { context });
  using others = tensor(new Float32Array(8).fill(9), { context });
  const f32 = dtypeCode("f32");
  const surface = [
    handle,
    handleOf(grid),
    handleOf(values.buffer),
    f32,
    0,
    handleOf(ends.buffer),
    4,
  ] as const;
  const features = [handleOf(values.buffer), f32, 1] as const;
  const statuses = [
    native.surfaceNormals(...surface, handleOf(normals.buffer)),
    native.surfaceFeatures(...surface, ...features, handleOf(colors.buffer)),
    native.marchingCubesBackward(...surface, handleOf(normals.buffer), handleOf(slopes.buffer)),
    native.surfaceFeaturesBackward(
      ...surface,
      ...features,
      handleOf(colors.buffer),
      handleOf(slopes.buffer),
      handleOf(others.buffer),
    ),
  ];
  assertEquals(statuses, Array<Status>(4).fill(StatusCode.OK));
  assertEquals([...normals.readSync().subarray(0, 9)], Array(9).fill(0));
  assertEquals([...colors.readSync().subarray(0, 3)], [0, 0, 0]);
  assertEquals([...slopes.readSync(), ...others.readSync()], Array(16).fill(0));
  const wrong = native.surfaceFeatures(
    ...surface,
    handleOf(values.buffer),
    f32,
    2 ** 50,
    handleOf(colors.buffer),
  );
  assertEquals(wrong, StatusCode.INVALID_ARGUMENT);
});
