import { assertEquals } from "@std/assert";
import { type DrawnMesh, turnMesh } from "../../../lib/cli/input/turned.ts";
import { assertClose } from "../../_compare.ts";
import { flatFaces, flatVertices, makeBall } from "../../grid/_triangles.ts";
import { pick, volumeOf } from "../../mesh/_oracle.ts";

type Three = readonly [number, number, number];

/** A ball around sample (2, 3, 4) of a volume with straight axes. */
function ballIn(
  spacing: Three,
  origin: Three,
): DrawnMesh & { readonly places: Float64Array } {
  const places = flatVertices(makeBall([2, 3, 4], 1.5, 4));
  return {
    positions: places.map((one, at) => one * (spacing[at % 3] ?? NaN) + (origin[at % 3] ?? NaN)),
    // Slopes of the distance from the ball in samples.
    normals: places.map((one, at) => (one - pick([2, 3, 4], at % 3)) / (spacing[at % 3] ?? NaN)),
    faces: BigInt64Array.from(flatFaces(makeBall([2, 3, 4], 1.5, 4)), BigInt),
    places,
  };
}

Deno.test("turnMesh() puts meshes where the axes of volumes are, facing out", () => {
  const spacing: Three = [1, 2, 0.5];
  const origin: Three = [10, 20, 30];
  const cases: readonly (readonly [Three, Three, Three])[] = [
    [[1, 0, 0], [0, 2, 0], [0, 0, 0.5]],
    [[-1, 0, 0], [0, 2, 0], [0, 0, 0.5]],
    [[0, 1, 0], [0, 0, -2], [0.5, 0, 0]],
    [[0.6, 0.8, 0], [-1.6, 1.2, 0], [0.3, 0, 0.4]],
  ];
  for (const directions of cases) {
    const mesh = ballIn(spacing, origin);
    turnMesh(mesh, { spacing, origin, directions });
    const at = (i: ArrayLike<number>): number[] =>
      [0, 1, 2].map((axis) =>
        directions.reduce((sum, one, n) => sum + pick(one, axis) * pick(i, n), pick(origin, axis))
      );
    const expected = Array.from(
      { length: mesh.places.length / 3 },
      (_, n) => at(mesh.places.subarray(3 * n, 3 * n + 3)),
    ).flat();
    assertClose(mesh.positions, expected, { absolute: 1e-12 });
    const volume = volumeOf(mesh.positions, Array.from(mesh.faces, Number));
    const before = ballIn(spacing, origin);
    const [x, y, z] = directions;
    const determinant = Math.abs(
      x[0] * (y[1] * z[2] - y[2] * z[1]) + x[1] * (y[2] * z[0] - y[0] * z[2]) +
        x[2] * (y[0] * z[1] - y[1] * z[0]),
    );
    const straight = volumeOf(before.positions, Array.from(before.faces, Number));
    assertClose([volume], [straight * determinant], { relative: 1e-9 });
    // Normals point where the surface goes up: away from the center, across every triangle around a vertex.
    const center = at([2, 3, 4]);
    for (let n = 0; n < mesh.positions.length; n += 3) {
      const away = [0, 1, 2].map((axis) => pick(mesh.positions, n + axis) - pick(center, axis));
      const up = away.reduce((sum, one, axis) => sum + one * pick(mesh.normals, n + axis), 0);
      assertEquals(up > 0, true);
    }
    for (let face = 0; face < mesh.faces.length; face += 3) {
      const [a, b, c] = [0, 1, 2].map((corner) => {
        const first = 3 * Number(mesh.faces[face + corner]);
        return mesh.positions.subarray(first, first + 3);
      }) as [Float64Array, Float64Array, Float64Array];
      const first = 3 * Number(mesh.faces[face]);
      // A small triangle's edges lie nearly across the normal at a corner of it.
      for (const other of [b, c]) {
        const edge = [0, 1, 2].map((axis) => pick(other, axis) - pick(a, axis));
        const along = edge.reduce(
          (sum, one, axis) => sum + one * pick(mesh.normals, first + axis),
          0,
        );
        const long = Math.hypot(...edge) * Math.hypot(...mesh.normals.subarray(first, first + 3));
        assertEquals(Math.abs(along) < 0.45 * long, true);
      }
    }
  }
});
