import { assert, assertEquals } from "@std/assert";
import { coarsenedGrid, type GridBatch, gridFromIjk } from "../../mod.ts";
import { readSafetensors } from "../../lib/io/mod.ts";
import { convPlan } from "../../lib/conv/mod.ts";
import { gridIjk } from "../../lib/grid/mod.ts";
import * as nn from "../../lib/nn/mod.ts";
import { type Context, fullTensor, scope, type Tensor, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { BLOCKS } from "./_blocks.ts";

const { arrays } = readSafetensors(Uint8Array.from(atob(BLOCKS), (char) => char.charCodeAt(0)));

/** The libraries, each with the order of coordinates that its kernels have. */
const LIBRARIES = [
  ...["fvdb", "spconv2", "spconv2 zyx", "spconv1", "spconv1-out-in"] as const,
  ...["torchsparse", "minkowski", "flexgemm"] as const,
];

function arrayOf(name: string): nn.ParameterArray {
  const found = arrays.find((array) => array.name === name);
  assert(found !== undefined, name);
  return found;
}

/** The rows of an array of the file by the coordinates of their voxels. */
function rowsBy(coordinates: string, values: string): ReadonlyMap<string, number[]> {
  const [places, numbers] = [arrayOf(coordinates), arrayOf(values)];
  const ijk = places.values as Int32Array;
  const width = numbers.shape[1] ?? 0;
  return new Map(Array.from({ length: places.shape[0] ?? 0 }, (_, row) => [
    ijk.subarray(3 * row, 3 * row + 3).join(),
    Array.from((numbers.values as Float32Array).subarray(row * width, (row + 1) * width)),
  ]));
}

/** These rows in the order of a grid. */
function inOrder(grid: GridBatch, rows: ReadonlyMap<string, number[]>): number[] {
  using ijk = gridIjk(grid);
  const places = ijk.data.readSync();
  assertEquals(grid.numVoxels, rows.size);
  return Array.from(
    { length: grid.numVoxels },
    (_, row) => rows.get(places.subarray(3 * row, 3 * row + 3).join()) ?? [],
  ).flat();
}

/** A network under our names, with running statistics and a count of steps. */
interface Checkpoint extends Disposable {
  readonly net: {
    readonly conv: { readonly weight: Tensor<"f32"> };
    readonly norm: { readonly scale: Tensor<"f32">; readonly shift: Tensor<"f32"> };
    readonly down: { readonly weight: Tensor<"f32"> };
  };
  readonly running: nn.RunningStatistics;
  readonly steps: Tensor<"i64">;
}

/** Makes it, still empty. */
function emptyNet(context: Context): Checkpoint {
  const empty = (...shape: number[]): Tensor<"f32"> =>
    fullTensor(shape, NaN, { context, dtype: "f32" });
  return nn.ownTree({
    net: {
      conv: { weight: empty(2, 3, 3, 3, 1) },
      norm: { scale: empty(2), shift: empty(2) },
      down: { weight: empty(2, 2, 2, 2, 2) },
    },
    running: { norm: { mean: empty(2), variance: empty(2) } },
    steps: fullTensor([], 0, { context, dtype: "i64" }),
  });
}

/** What a library calls our parameters. */
const NAMES: Readonly<Record<string, string>> = {
  "net.conv.weight": "conv.weight",
  "net.norm.scale": "bn.weight",
  "net.norm.shift": "bn.bias",
  "net.down.weight": "down.weight",
  "running.norm.mean": "bn.running_mean",
  "running.norm.variance": "bn.running_var",
  "steps": "bn.num_batches_tracked",
};

for (const library of LIBRARIES) {
  eachBackend(`a network with the weights of ${library} gives what numpy gave`, (context) => {
    scope((own) => {
      const { net, running, steps } = own(emptyNet(context));
      const isOwn = (name: string): boolean =>
        name.startsWith("bn.") || name.startsWith(`${library}.`);
      const file = arrays.filter(({ name }) => isOwn(name)).map((array) => ({
        ...array,
        name: array.name.replace(`${library}.`, ""),
      }));
      const [layout = "", order] = library.split(" ");
      const kernels: Readonly<Record<string, readonly [number, number, number]>> = {
        "net.conv.weight": [3, 3, 1],
        "net.down.weight": [2, 2, 2],
      };
      nn.loadParameters({ net, running, steps }, file, {
        rename: (path) => NAMES[path] ?? path,
        permute: (array, path) => {
          const kernel = kernels[path];
          if (kernel === undefined) return array;
          return nn.convWeights(array, {
            layout: layout as nn.ConvWeightsLayout,
            kernel,
            coordinates: order === "zyx" ? "zyx" : "xyz",
          });
        },
      });
      assertEquals([...steps.readSync()], [7n]);

      const places = arrayOf("ijk");
      const ijk = own(
        tensor(places.values as Int32Array, { context, dtype: "i32", shape: places.shape }),
      );
      const fine = own(gridFromIjk(ijk));
      const low = own(coarsenedGrid(fine, { factor: 2 }));
      const flat = own(convPlan(fine, { kernel: [3, 3, 1], target: fine }));
      const down = own(convPlan(fine, { kernel: 2, stride: 2, target: low }));
      const rows = inOrder(fine, rowsBy("ijk", "features"));
      const features = own(tensor(rows, { context, dtype: "f32", shape: [fine.numVoxels, 3] }));
      const norms = nn.runningNormalizer<"f32">(running);
      const result = own(nn.evaluate(net, (p) => {
        const y = nn.sparseConv(flat, features, p.conv.weight);
        const options = { epsilon: 1e-3, activation: "relu" } as const;
        return nn.sparseConv(down, norms.norm("norm", y, p.norm, options), p.down.weight);
      }));
      const expected = inOrder(low, rowsBy("low", "expected"));
      assertClose(result.readSync(), expected, { absolute: 1e-4 });
      assert(expected.some((one) => Math.abs(one) > 0.5));
    });
  });
}
