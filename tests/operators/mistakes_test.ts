import * as library from "../_doors.ts";
import { eachBackend } from "../_backends.ts";
import { checkMistakes, type Mistake } from "../_mistakes.ts";

/** A call as it is written in JavaScript, where nothing keeps it from being wrong. */
// deno-lint-ignore ban-types
type Loose = Record<string, Function>;

const {
  add,
  argmax,
  buildLod,
  cameraLookAt,
  coarsenedGrid,
  concat,
  dilatedGrid,
  firstActiveVoxel,
  fullTensor,
  gridFromIjk,
  gridFromPoints,
  jaggedSum,
  marchingCubes,
  neighborRows,
  openContext,
  sampleTrilinear,
  scope,
  stack,
  streamLod,
  sum,
  takeRows,
  tensor,
} = library as unknown as Loose & typeof library;

eachBackend(
  "the mistakes of new users are told with cause and cure",
  (context) =>
    scope(async (own) => {
      const any = (value: unknown): never => value as never;
      const points = own(tensor([0, 0, 0, 1, 1, 1, 2, 2, 2], { context, shape: [3, 3] }));
      const grid = own(gridFromPoints(points, { voxelSize: 1 }));
      const features = own(tensor([1, 2, 3], { context, shape: [3, 1] }));
      const whole = own(tensor(Int32Array.of(0, 0, 0), { context, shape: [1, 3] }));
      const gone = tensor([1, 2, 3], { context });
      gone.dispose();
      using other = openContext({ device: any(context.device) });
      using foreign = tensor([0, 0, 0], { context: other, shape: [1, 3] });
      const closed = openContext({ device: any(context.device) });
      closed.dispose();
      const view = { eye: [0, 0, 0], target: [1, 0, 0], width: 4, height: 4 } as const;
      const source = { chunks: () => [] };
      const sink = { begin: () => {}, node: () => {} };

      const mistakes: readonly Mistake[] = [
        // Arrays where tensors belong, and the other way around.
        [
          "a list of points",
          () => gridFromPoints(any([[0, 0, 0]]), { voxelSize: 1 }),
          "is an Array",
          "tensor(values, { context })",
        ],
        [
          "a typed array of points",
          () => gridFromPoints(any(new Float32Array(9)), { voxelSize: 1 }),
          "is a Float32Array",
          "tensor(values, { context })",
        ],
        [
          "a list of features",
          () => sampleTrilinear(grid, points, any([1, 2, 3])),
          "is an Array",
          "tensor(values, { context })",
        ],
        [
          "a list of directions",
          () => firstActiveVoxel(grid, points, any([[0, 0, 1]])),
          "is an Array",
          "tensor(values, { context })",
        ],
        [
          "a list to sum",
          () => jaggedSum(any([1, 2])),
          "is an Array",
          "tensor(values, { context })",
        ],
        [
          "points before the grid",
          () => sampleTrilinear(any(points), any(grid), features),
          "the grid is a Tensor",
          "a GridBatch expected",
        ],
        [
          "nested lists",
          () => tensor(any([[1, 2], [3, 4]]), { context }),
          "element 0 is an Array",
          "give all numbers one after another, and a shape",
        ],
        [
          "a number for a tensor",
          () => tensor(any(5), { context }),
          "data is 5",
          "a list or typed array of numbers expected",
        ],
        [
          "texts for numbers",
          () => tensor(any(["1"]), { context }),
          'element 0 is "1"',
          "a number expected",
        ],
        // What is not there yet, and what is gone.
        [
          "no await before a tensor",
          () => gridFromPoints(any(Promise.resolve(points)), { voxelSize: 1 }),
          "is a Promise",
          "await it first",
        ],
        [
          "no await before data",
          () => tensor(any(Promise.resolve([1])), { context }),
          "data is a Promise",
          "await it first",
        ],
        [
          "use after dispose",
          () => add(gone, 1),
          "the tensor has been disposed",
          "disposed",
        ],
        [
          "reading after dispose",
          () => gone.read(),
          "it has been disposed",
          "disposed",
        ],
        [
          "a closed context",
          () => tensor([1], { context: closed }),
          "the context has been disposed",
          "disposed",
        ],
        [
          "two contexts",
          () => sampleTrilinear(grid, any(foreign), features),
          "in different contexts",
          "make both in one",
        ],
        // Contexts and options.
        [
          "no context",
          () => tensor([1, 2], any(undefined)),
          "options are undefined",
          "names expected: context, shape, dtype",
        ],
        [
          "a context as options",
          () => tensor([1, 2], any(context)),
          "context",
          "openContext() makes one",
        ],
        [
          "a device as options",
          () => openContext(any("cpu")),
          'options are "cpu"',
          "an object with their names expected: device",
        ],
        [
          "a device of others",
          () => openContext({ device: any("gpu") }),
          'device "gpu"',
          'must be "auto", "cpu", "cuda"',
        ],
        [
          "no threads",
          () => openContext({ threads: 0 }),
          "threads is 0",
          "a whole number from 1 to 1024 expected",
        ],
        [
          "no options",
          () => gridFromPoints(points, any(undefined)),
          "options are undefined",
          "names expected: voxelSize, origin",
        ],
        [
          "no voxel size",
          () => gridFromPoints(points, any({})),
          "voxel size is missing",
          "a number, three or a list expected",
        ],
        [
          "names of Python",
          () => gridFromPoints(points, any({ voxel_size: 1 })),
          '"voxel_size" is unknown',
          "voxelSize or origin expected",
        ],
        [
          "axes of PyTorch",
          () => sum(points, any({ dim: 0 })),
          '"dim" is unknown',
          "axis or keepdims expected",
        ],
        [
          "axes of PyTorch when joining",
          () => concat([points, points], any({ dim: 0 })),
          '"dim" is unknown',
          "axis expected",
        ],
        [
          "a number for options",
          () => dilatedGrid(grid, any(1)),
          "options are 1",
          "an object with their names expected: radius",
        ],
        [
          "a radius that is called otherwise",
          () => neighborRows(grid, any({ radius: 1 })),
          '"radius" is unknown',
          "extent expected",
        ],
        // Numbers out of range and of another kind.
        [
          "a text for a size",
          () => gridFromPoints(points, { voxelSize: any("1") }),
          'voxel size is "1"',
          "a number, three or a list expected",
        ],
        [
          "size 0",
          () => gridFromPoints(points, { voxelSize: 0 }),
          "voxel size 0 is not positive",
          "a length in world units expected",
        ],
        [
          "a negative size",
          () => gridFromPoints(points, { voxelSize: -0.1 }),
          "voxel size -0.1 is not positive",
          "a length in world units expected",
        ],
        [
          "NaN for a size",
          () => gridFromPoints(points, { voxelSize: NaN }),
          "voxel size NaN is not positive",
          "a length in world units expected",
        ],
        ["half a factor", () => coarsenedGrid(grid, any({ factor: 1.5 })), "1.5", "expected"],
        [
          "a negative extent",
          () => fullTensor([-1], 0, { context, dtype: "f32" }),
          "-1 is no extent",
          "a whole number from 0 expected",
        ],
        [
          "an angle in the wrong unit",
          () => cameraLookAt({ ...view, fieldOfView: 400 }),
          "fieldOfView is 400",
          "below 180 degrees expected",
        ],
        [
          "a camera in what it looks at",
          () => cameraLookAt({ ...view, target: view.eye }),
          "no camera at 0,0,0 looks at 0,0,0",
          "another target",
        ],
        [
          "a camera that looks up",
          () => cameraLookAt({ ...view, target: [0, 0, 9] }),
          "with 0,0,1 upwards",
          "another direction than up expected",
        ],
        ["a grid that is not there", () => grid.bbox(5), "grid 5", "is not one of 1"],
        [
          "a row that is not there",
          () => takeRows(points, own(tensor(BigInt64Array.of(7n), { context }))),
          "1 of 1 are neither -1 nor in the source",
          "which has 3",
        ],
        [
          "NaN as a whole number",
          () => tensor([NaN], { context, dtype: "i32" }),
          "element 0 is NaN",
          "which it does not hold",
        ],
        [
          "an odd grid size",
          () => buildLod(points, undefined, { gridSize: 100 }),
          "gridSize is 100",
          "a power of two from 2 to 1024 expected",
        ],
        [
          "little memory",
          () => streamLod(source, any(sink), { context, memoryLimit: 9 }),
          "memoryLimit is 9",
          "more than 65536 bytes expected",
        ],
        ["no tensors to stack", () => stack([]), "there are no tensors", "stack"],
        ["an axis beyond", () => argmax(points, { axis: 5 }), "axis 5 is not an axis", "-2 to 1"],
        // Types and shapes.
        [
          "names of NumPy",
          () => tensor([1], { context, dtype: any("float32") }),
          'dtype "float32"',
          '"f32" is what others call so',
        ],
        [
          "names of PyTorch",
          () => tensor([1], { context, dtype: any("int64") }),
          'dtype "int64"',
          '"i64" is what others call so',
        ],
        [
          "whole points",
          () => gridFromPoints(any(whole), { voxelSize: 1 }),
          "points is i32",
          "f16, f32 or f64 expected",
        ],
        [
          "broken coordinates",
          () => gridFromIjk(any(points), { voxelSize: 1 }),
          "ijk is f32",
          "i32 expected",
        ],
        [
          "whole distances",
          () => marchingCubes(grid, any(own(tensor(Int32Array.of(1, 2, 3), { context })))),
          "field is i32",
          "f16, f32 or f64 expected",
        ],
        [
          "colors in parts of 1",
          () => buildLod(points, any(points)),
          "colors is f32",
          "u8 expected",
        ],
        [
          "a flat list of points",
          () => gridFromPoints(points.reshape([9]), { voxelSize: 1 }),
          "points shape is [9]",
          "[n, 3] expected",
        ],
        [
          "another number of values",
          () => tensor([1, 2, 3], { context, shape: [2, 2] }),
          "3 elements given",
          "shape [2, 2] needs 4",
        ],
        [
          "another number of rows",
          () => sampleTrilinear(grid, points, own(tensor([1, 2], { context, shape: [2, 1] }))),
          "features shape is [2, 1]",
          "[3, ...channels] expected",
        ],
        [
          "one direction for many rays",
          () => firstActiveVoxel(grid, points, own(tensor([1, 0, 0], { context, shape: [1, 3] }))),
          "directions shape is [1, 3]",
          "[3, 3] expected",
        ],
        [
          "shapes that differ",
          () => add(points, own(tensor([1, 2], { context }))),
          "the shapes of a [3, 3] and b [2]",
          "fit together",
        ],
        [
          "a shape for other data",
          () => points.reshape([2, 2]),
          "[2, 2] does not have the elements",
          "of [3, 3]",
        ],
        ["a value for a function", () => scope(any(5)), "body is 5", "a function expected"],
      ];
      await checkMistakes(mistakes);
    }),
);
