import { cameraLookAt, type MatrixCamera } from "../../lib/core/mod.ts";
import { assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";

/** Where a point of the world appears: from the left and the lower border on, -1 to 1, and its w. */
function project({ modelView, projection }: MatrixCamera, place: readonly number[]): number[] {
  const times = (matrix: ArrayLike<number>, vector: readonly number[]): number[] =>
    [0, 1, 2, 3].map((row) =>
      vector.reduce((sum, value, column) => sum + value * (matrix[4 * column + row] ?? NaN), 0)
    );
  const [x = NaN, y = NaN, , w = NaN] = times(projection, times(modelView, [...place, 1]));
  return [x / w, y / w, w];
}

Deno.test("cameraLookAt() sees points where they are worked out by hand", () => {
  // From the south, 90 degrees from top to bottom, twice as wide as high.
  const size = { width: 200, height: 100, fieldOfView: 90 };
  const camera = cameraLookAt({ eye: [1, -10, 2], target: [1, 0, 2], ...size });
  assertEquals([camera.width, camera.height], [200, 100]);
  for (
    const [place, seen] of [
      [[1, 0, 2], [0, 0, 10]],
      [[1, 0, 12], [0, 1, 10]],
      [[21, 0, 2], [1, 0, 10]],
      [[1, 10, -8], [0, -0.5, 20]],
      [[-9, -5, 2], [-1, 0, 5]],
      [[1, -20, 2], [0, 0, -10]],
    ] as const
  ) {
    project(camera, place).forEach((value, at) => assertAlmostEquals(value, seen[at] ?? NaN, 1e-9));
  }
  // Lying on the side: what was up is to the left.
  const tilted = cameraLookAt({ eye: [1, -10, 2], target: [1, 0, 2], up: [5, 1, 0], ...size });
  const [x = NaN, y = NaN] = project(tilted, [1, 0, 12]);
  assertAlmostEquals(x, -0.5, 1e-9);
  assertAlmostEquals(y, 0, 1e-9);
});

Deno.test("cameraLookAt() refuses directions that there are none of", () => {
  const wrong = (options: Partial<Parameters<typeof cameraLookAt>[0]>, problem: string) => {
    const right = { eye: [1, 2, 3], target: [0, 0, 0], width: 4, height: 3 } as const;
    assertThrows(() => cameraLookAt({ ...right, ...options }), RangeError, problem);
  };
  wrong({ target: [1, 2, 3] }, "no camera at 1,2,3 looks at 1,2,3");
  wrong({ up: [-2, -4, -6] }, "with -2,-4,-6 upwards");
  wrong({ up: [0, 0, 0] }, "with 0,0,0 upwards");
  wrong({ eye: [NaN, 2, 3] }, "no camera at NaN,2,3");
  wrong({ target: [0, Infinity, 0] }, "looks at 0,Infinity,0");
  wrong({ width: Infinity }, "width is Infinity, pixels expected");
  for (const fieldOfView of [0, 180, -5, NaN]) {
    wrong({ fieldOfView }, `fieldOfView is ${fieldOfView}`);
  }
});
