import { assertEquals } from "@std/assert";
import { type Dtype, StatusCode } from "../../ffi/_generated/symbols.ts";
import type { Status } from "../../ffi/_generated/native.ts";
import { gridFromDense, tensor } from "../../mod.ts";
import { dtypeCode } from "../../lib/core/dtype.ts";
import { eachBackend } from "../_backends.ts";

eachBackend(
  "marchingCubes() in C rejects sizes, levels and dtypes that make no sense",
  (context) => {
    const { native, handle } = context;
    using grid = gridFromDense({ context, dims: 2 });
    using values = tensor(new Float32Array(8), { context });
    using cells = tensor(new Uint8Array(8), { context });
    using word = tensor(new BigInt64Array(1), { context });
    using pair = tensor(new BigInt64Array(2), { context });
    using none = tensor(new Float32Array(0), { context });
    const ask = (
      { dtype = dtypeCode("f32"), iso = 0, vertices = 0, faces = 0, marks = cells.buffer.handle }: {
        readonly dtype?: Dtype;
        readonly iso?: number;
        readonly vertices?: number;
        readonly faces?: number;
        readonly marks?: typeof cells.buffer.handle;
      },
    ): Status[] => {
      const field = [handle, grid.handle, values.buffer.handle, dtype, iso] as const;
      const kept = [marks, word.buffer.handle, pair.buffer.handle] as const;
      const empty = none.buffer.handle;
      return [
        native.countMarchingCubes(...field, ...kept, pair.buffer.handle),
        native.marchingCubes(...field, ...kept, vertices, faces, empty, empty, empty),
      ];
    };
    assertEquals(ask({}), [StatusCode.OK, StatusCode.OK]);
    const refused = [StatusCode.INVALID_ARGUMENT, StatusCode.INVALID_ARGUMENT];
    assertEquals(ask({ dtype: 99 as Dtype }), refused);
    assertEquals(ask({ dtype: dtypeCode("f64") }), refused);
    assertEquals(ask({ iso: NaN }), refused);
    assertEquals(ask({ iso: Infinity }), refused);
    assertEquals(ask({ marks: word.buffer.handle }), [StatusCode.OK, StatusCode.OK]);
    assertEquals(ask({ marks: pair.buffer.handle }), refused);
    for (const count of [-1, 1, 2 ** 45, 2 ** 52]) {
      assertEquals(ask({ vertices: count })[1], StatusCode.INVALID_ARGUMENT);
      assertEquals(ask({ faces: count })[1], StatusCode.INVALID_ARGUMENT);
    }
  },
);

eachBackend("surfaceNormals() in C take any rows as the ends of edges", (context) => {
  const { native, handle } = context;
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
    grid.handle,
    values.buffer.handle,
    f32,
    0,
    ends.buffer.handle,
    4,
  ] as const;
  const features = [values.buffer.handle, f32, 1] as const;
  const statuses = [
    native.surfaceNormals(...surface, normals.buffer.handle),
    native.surfaceFeatures(...surface, ...features, colors.buffer.handle),
    native.marchingCubesBackward(...surface, normals.buffer.handle, slopes.buffer.handle),
    native.surfaceFeaturesBackward(
      ...surface,
      ...features,
      colors.buffer.handle,
      slopes.buffer.handle,
      others.buffer.handle,
    ),
  ];
  assertEquals(statuses, Array<Status>(4).fill(StatusCode.OK));
  assertEquals([...normals.readSync().subarray(0, 9)], Array(9).fill(0));
  assertEquals([...colors.readSync().subarray(0, 3)], [0, 0, 0]);
  assertEquals([...slopes.readSync(), ...others.readSync()], Array(16).fill(0));
  const wrong = native.surfaceFeatures(
    ...surface,
    values.buffer.handle,
    f32,
    2 ** 50,
    colors.buffer.handle,
  );
  assertEquals(wrong, StatusCode.INVALID_ARGUMENT);
});
