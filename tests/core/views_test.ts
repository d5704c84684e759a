/**
 * Operators read tensors that begin anywhere in their memory as they read others.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { CONV_BACKENDS, type ConvBackendName, sparseConvBackward } from "../../lib/conv/mod.ts";
import {
  buildLod,
  coarsenedGrid,
  convPlan,
  type DType,
  type Float,
  fullTensor,
  gridFromDense,
  gridFromIjk,
  gridFromPoints,
  gridIjk,
  jagged,
  jaggedSum,
  marchingCubes,
  maxPool,
  NativeError,
  sampleTrilinear,
  sparseConv,
  splatTrilinear,
  takeRows,
  type Tensor,
  tensor,
  volumeRender,
  voxelMean,
} from "../../mod.ts";
import { elementCount } from "../../lib/core/shape.ts";
import { add, asType, jaggedMax, randomNormal, randomUniform } from "../../lib/jagged/mod.ts";
import { columnExtremes, lodMean, lodPoints, packRecords } from "../../lib/lod/mod.ts";
import { averagePool } from "../../lib/pool/mod.ts";
import { rayImplicitIntersection, voxelsAlongRays } from "../../lib/rays/mod.ts";
import {
  sampleBezier,
  sampleNearest,
  sampleTrilinearBackward,
  sampleTrilinearWithGrad,
} from "../../lib/sample/mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits } from "../_compare.ts";

/** Elements in front of views; with none, tensors begin where memory does. */
const SKIPS = [1, 2, 3];

/** Puts a tensor behind some elements of other memory, unless there are none. */
type Place = <D extends DType>(whole: Tensor<D>) => Tensor<D>;

/** Refuses an operator whose results depend on where its arguments begin. */
function compare(body: (place: Place, own: DisposableStack) => readonly Tensor[]): void {
  const run = (skip: number) => {
    using held = new DisposableStack();
    const place: Place = (whole) => {
      const { context, dtype, shape } = whole;
      const count = elementCount(shape);
      const memory = held.use(fullTensor([count + skip], 1, { context, dtype }));
      const view = held.use(memory.slice(skip));
      view.buffer.copyFrom(whole.buffer);
      return held.use(view.reshape(shape));
    };
    return body(place, held).map((part) => held.use(part).readSync());
  };
  const expected = run(0);
  for (const skip of SKIPS) {
    run(skip).forEach((numbers, at) => assertBits(numbers, expected[at] ?? numbers));
  }
}

for (const channels of [1, 4, 16]) {
  eachBackend(`samples of ${channels} channels do not depend on where tensors begin`, (context) => {
    using grid = gridFromDense({ context, dims: [9, 7, 10] });
    const drawn = { context, dtype: "f32", seed: 1 } as const;
    using points = randomUniform([300, 3], { ...drawn, low: -1, high: 10 });
    for (const dtype of ["f16", "bf16", "f32", "f64"] as const) {
      using values = randomNormal([grid.numVoxels, channels], { context, dtype, seed: 2 });
      using data = randomNormal([300, channels], { context, dtype, seed: 3 });
      compare((place) => [sampleTrilinear(grid, place(points), place(values))]);
      compare((place) => [sampleNearest(grid, place(points), place(values))]);
      compare((place) => [sampleBezier(grid, place(points), place(values))]);
      compare((place) => [splatTrilinear(grid, place(points), place(data))]);
      compare((place) => {
        const { samples, gradients } = sampleTrilinearWithGrad(grid, place(points), place(values));
        return [samples, gradients];
      });
      compare((place) => {
        const args = [grid, place(points), place(values), place(data)] as const;
        const back = sampleTrilinearBackward(...args);
        return [back.features, back.points];
      });
    }
  });
}

for (const [inChannels, outChannels] of [[32, 32], [8, 16], [5, 3]] as const) {
  const title = `convolutions from ${inChannels} to ${outChannels} channels do not depend on where`;
  eachBackend(`${title} tensors begin`, (context) => {
    using ijk = tensor(new Random(1).integers(3 * 200, -4, 3), { context, shape: [200, 3] });
    using grid = gridFromIjk(ijk);
    using plan = convPlan(grid, { kernel: 3, target: grid });
    for (const dtype of ["f16", "bf16", "f32", "f64"] as const) {
      const drawn = { context, dtype, seed: 1 };
      using features = randomNormal([grid.numVoxels, inChannels], drawn);
      using weights = randomNormal([outChannels, inChannels, 3, 3, 3], drawn);
      using slopes = randomNormal([grid.numVoxels, outChannels], drawn);
      using bias = randomNormal([outChannels], drawn);
      const takes = (backend: ConvBackendName): boolean => {
        try {
          plan.explain({ dtype, inChannels, outChannels, backend });
          return true;
        } catch (error) {
          if (error instanceof NativeError) return false;
          throw error;
        }
      };
      for (const backend of CONV_BACKENDS.filter(takes)) {
        compare((place) => {
          const options = { backend, bias: place(bias) };
          return [sparseConv<Float>(plan, place(features), place(weights), options)];
        });
        compare((place) => {
          const args = [plan, place(features), place(weights), place(slopes)] as const;
          const made = sparseConvBackward<Float>(...args, { backend });
          return [made.features, made.weights, made.bias].filter((part) => part !== undefined);
        });
      }
    }
  });
}

eachBackend("pools, means and lists do not depend on where tensors begin", (context) => {
  using fine = gridFromDense({ context, dims: 8 });
  using coarse = coarsenedGrid(fine, { factor: 2 });
  const rows = BigInt64Array.from({ length: 512 }, (_, at) => BigInt(at * 7 % 552 - 40));
  using own = tensor(rows, { context });
  for (const channels of [1, 4, 7]) {
    for (const dtype of ["f16", "f32", "f64"] as const) {
      using values = randomNormal([512, channels], { context, dtype, seed: 1 });
      compare((place) => [maxPool({ fine, coarse }, place(values), { factor: 2 })]);
      compare((place) => [averagePool({ fine, coarse }, place(values), { factor: 2 })]);
      compare((place) => [voxelMean(fine, place(own), place(values))]);
      compare((place) => [add(place(values), place(values))]);
      compare((place) => [asType(place(values), "f64"), asType(place(values), "f16")]);
      compare((place) => [takeRows(place(values), place(own), { fill: 3, checked: false })]);
      compare((place, own) => {
        const lists = own.use(jagged<Float>(place(values), { offsets: [0, 3, 3, 400, 512] }));
        const most = own.use(jaggedMax(lists));
        return [jaggedSum(lists), most.values, most.indices];
      });
    }
  }
});

eachBackend("rays, surfaces and grids do not depend on where tensors begin", (context) => {
  using grid = gridFromDense({ context, dims: 9 });
  const drawn = { context, dtype: "f32", seed: 1 } as const;
  using field = randomUniform([grid.numVoxels], { ...drawn, low: -1 });
  using origins = randomUniform([300, 3], { ...drawn, low: -4, high: 13 });
  using ways = randomNormal([300, 3], drawn);
  using colors = randomUniform([300, 3], drawn);
  using ts = randomUniform([300], drawn);
  compare((place, own) => {
    const { voxels, times } = own.use(voxelsAlongRays(grid, place(origins), place(ways)));
    return [voxels.data, times.data];
  });
  compare((place) => [rayImplicitIntersection(grid, place(origins), place(ways), place(field))]);
  compare((place, own) => {
    const { vertices, faces, ends } = own.use(marchingCubes(grid, place(field)));
    return [vertices.data, faces.data, ends.data];
  });
  compare((place, own) => {
    const made = own.use(volumeRender(place(ts), place(colors), place(ts), place(ts)));
    return [made.rgb, made.depth, made.opacity, made.weights.data, made.sampleCounts];
  });
  compare((place, own) => {
    const built = own.use(gridFromPoints(place(origins), { voxelSize: 1 }));
    return [own.use(gridIjk(built)).data];
  });
});

eachBackend("trees and records do not depend on where tensors begin", (context) => {
  const drawn = { context, dtype: "f32", seed: 1 } as const;
  using points = randomNormal([3000, 3], drawn);
  using more = randomUniform([3000, 3], drawn);
  const bytes = new Random(2).bytes(12_000);
  using colors = tensor(bytes, { context, shape: [3000, 4] });
  compare((place, own) => {
    const options = { pointsPerLeaf: 50, gridSize: 8, keepRows: true } as const;
    const tree = own.use(buildLod(place(points), colors, options));
    return [own.use(lodPoints(tree)).coordinates, lodMean(tree, place(more))];
  });
  compare((place) => [packRecords([{ values: place(points) }, { values: place(colors) }])]);
  const { min, max } = columnExtremes(points);
  using memory = tensor(new Float32Array(9001), { context });
  using view = memory.slice(1);
  view.buffer.copyFrom(points.buffer);
  using placed = view.reshape([3000, 3]);
  assertEquals(columnExtremes(placed), { min, max });
});
