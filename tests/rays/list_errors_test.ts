import { assertEquals, assertThrows } from "@std/assert";
import {
  type RayRange,
  type RaySampleOptions,
  raysIntersectVoxels,
  voxelsAlongRays,
} from "../../lib/rays/mod.ts";
import {
  type GridBatch,
  gridFromIjk,
  jagged,
  jaggedFromList,
  type Lists,
  type Real,
  segmentsAlongRays,
  type Tensor,
  tensor,
  uniformRaySamples,
} from "../../mod.ts";
import { eachBackend } from "../_backends.ts";

/** An operator on rays, whatever it returns. */
interface Operator {
  readonly name: string;
  readonly call: (
    grid: GridBatch,
    origins: Lists<Real>,
    directions: Lists<Real>,
    options?: RayRange & { readonly eps?: number },
  ) => Disposable;
}

const OPERATORS: readonly Operator[] = [
  { name: "voxelsAlongRays", call: (...given) => voxelsAlongRays(...given) },
  { name: "segmentsAlongRays", call: (...given) => segmentsAlongRays(...given) },
  {
    name: "raysIntersectVoxels",
    call: (grid, origins, ...rest) => raysIntersectVoxels(grid, origins as Tensor<Real>, ...rest),
  },
];

/** Sampling between times 0 and 0, which fit the origins. */
const SAMPLES: Operator = {
  name: "uniformRaySamples",
  call: (grid, origins, directions) => {
    const { context, dtype } = origins;
    const data = "data" in origins ? origins.data : origins;
    const shape = [data.shape[0] ?? 0];
    using times = tensor(new Float64Array(shape[0] ?? 0), {
      context: origins.disposed ? grid.context : context,
      dtype,
      shape,
    });
    return uniformRaySamples(grid, origins, directions, times, times, { stepSize: 1 });
  },
};

for (const { name, call } of [...OPERATORS, SAMPLES]) {
  const start = `Cannot run ${name}: `;
  eachBackend(`${name}() rejects rays that do not fit together`, (context) => {
    using ijk = tensor(new Int32Array(3), { context, shape: [1, 3] });
    using grid = gridFromIjk(ijk);
    using two = tensor(new Float32Array(6), { context, shape: [2, 3] });
    using three = tensor(new Float32Array(9), { context, shape: [3, 3] });
    using flat = tensor(new Float32Array(6), { context, shape: [6] });
    using doubles = tensor(new Float64Array(6), { context, shape: [2, 3] });
    const message = (
      origins: Tensor,
      directions: Tensor,
      kind: typeof RangeError | typeof TypeError,
    ): string =>
      assertThrows(() => call(grid, origins as Tensor<Real>, directions as Tensor<Real>), kind)
        .message;
    assertEquals(
      message(two, three, RangeError),
      `${start}directions shape is [3, 3], [2, 3] expected`,
    );
    assertEquals(message(flat, two, RangeError), `${start}origins shape is [6], [n, 3] expected`);
    assertEquals(
      message(two, flat, RangeError),
      `${start}directions shape is [6], [n, 3] expected`,
    );
    assertEquals(message(two, doubles, TypeError), `${start}directions is f64, f32 expected`);
    assertEquals(message(ijk, ijk, TypeError), `${start}origins is i32, f16, f32 or f64 expected`);
  });

  eachBackend(`${name}() rejects lists that do not fit the batch or each other`, (context) => {
    const options = { context, shape: [3] };
    const one = new Float32Array(3);
    using ijk = tensor(new Int32Array(3), { context, shape: [1, 3] });
    using grid = gridFromIjk(ijk);
    using lists = jaggedFromList([one, one], options);
    using other = jaggedFromList([new Float32Array(6), new Float32Array(0)], options);
    using ijks = jaggedFromList([new Int32Array(3), new Int32Array(3)], options);
    using batch = gridFromIjk(ijks);
    assertEquals(
      assertThrows(() => call(grid, lists, lists), RangeError).message,
      `${start}the number of lists in origins is 2, the number of grids is 1`,
    );
    assertEquals(
      assertThrows(() => call(batch, lists, other), RangeError).message,
      `${start}origins and directions have different offsets`,
    );
    assertEquals(
      assertThrows(() => call(batch, lists, lists.data), RangeError).message,
      `${start}origins and directions have different offsets`,
    );
  });
}

for (const { name, call } of OPERATORS) {
  eachBackend(`${name}() rejects times that are no range, and eps below 0`, (context) => {
    using ijk = tensor(new Int32Array(3), { context, shape: [1, 3] });
    using grid = gridFromIjk(ijk);
    using rays = tensor(new Float32Array(3), { context, shape: [1, 3] });
    for (
      const [options, text] of [
        [{ tMin: NaN }, "tMin is NaN"],
        [{ tMax: NaN }, "tMax is NaN"],
        [{ tMin: 2, tMax: 1 }, "tMin 2 is above tMax 1"],
        [{ tMax: -1 }, "tMin 0 is above tMax -1"],
        [{ eps: -1e-9 }, "eps is -1e-9, 0 or more expected"],
        [{ eps: NaN }, "eps is NaN, 0 or more expected"],
      ] as const
    ) {
      const error = assertThrows(() => call(grid, rays, rays, options), RangeError);
      assertEquals(error.message, `Cannot run ${name}: ${text}`);
    }
  });
}

eachBackend("voxelsAlongRays() and segmentsAlongRays() reject limits that are none", (context) => {
  using ijk = tensor(new Int32Array(3), { context, shape: [1, 3] });
  using grid = gridFromIjk(ijk);
  using rays = tensor(new Float32Array(3), { context, shape: [1, 3] });
  for (const most of [0, -1, 1.5, NaN, Infinity, 2 ** 53]) {
    const text = `is ${most}, a whole number of 1 or more expected`;
    assertThrows(
      () => voxelsAlongRays(grid, rays, rays, { maxVoxels: most }),
      RangeError,
      `maxVoxels ${text}`,
    );
    assertThrows(
      () => segmentsAlongRays(grid, rays, rays, { maxSegments: most }),
      RangeError,
      `maxSegments ${text}`,
    );
  }
});

eachBackend(
  "uniformRaySamples() rejects steps, cones, eps and times that do not fit",
  (context) => {
    using ijk = tensor(new Int32Array(3), { context, shape: [1, 3] });
    using grid = gridFromIjk(ijk);
    using rays = tensor(new Float32Array(6), { context, shape: [2, 3] });
    using times = tensor(new Float32Array(2), { context, shape: [2] });
    using three = tensor(new Float32Array(3), { context, shape: [3] });
    using pairs = tensor(new Float32Array(2), { context, shape: [2, 1] });
    using doubles = tensor(new Float64Array(2), { context, shape: [2] });
    using split = jagged(times, { offsets: [0, 1, 2] });
    const start = "Cannot run uniformRaySamples: ";
    const message = (
      tMin: Lists<Real>,
      tMax: Lists<Real>,
      options: RaySampleOptions = { stepSize: 1 },
    ): string =>
      assertThrows(() => uniformRaySamples<Real>(grid, rays, rays, tMin, tMax, options), Error)
        .message;
    for (
      const [options, text] of [
        [{ stepSize: 0 }, "stepSize is 0, a finite number above 0 expected"],
        [{ stepSize: -1 }, "stepSize is -1, a finite number above 0 expected"],
        [{ stepSize: NaN }, "stepSize is NaN, a finite number above 0 expected"],
        [{ stepSize: Infinity }, "stepSize is Infinity, a finite number above 0 expected"],
        [
          { stepSize: 1, coneAngle: -0.5 },
          "coneAngle is -0.5, a finite number of 0 or more expected",
        ],
        [
          { stepSize: 1, coneAngle: NaN },
          "coneAngle is NaN, a finite number of 0 or more expected",
        ],
        [
          { stepSize: 1, coneAngle: Infinity },
          "coneAngle is Infinity, a finite number of 0 or more expected",
        ],
        [{ stepSize: 1, eps: -1 }, "eps is -1, 0 or more expected"],
      ] as const
    ) {
      assertEquals(message(times, times, options), start + text);
      assertThrows(() => uniformRaySamples(grid, rays, rays, times, times, options), RangeError);
    }
    assertEquals(message(three, times), `${start}tMin shape is [3], [2] expected`);
    assertEquals(message(times, pairs), `${start}tMax shape is [2, 1], [2] expected`);
    assertEquals(message(doubles, times), `${start}tMin is f64, f32 expected`);
    assertEquals(message(times, doubles), `${start}tMax is f64, f32 expected`);
    assertEquals(message(split, times), `${start}origins and tMin have different offsets`);
  },
);
