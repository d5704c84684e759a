/**
 * Closed meshes with sharp edges and corners, and how often they go around a point.
 *
 * @module
 */

import { cornersOf, dot, makeBall, type Mesh, minus, type Place } from "../grid/_triangles.ts";
import { randomSource } from "../grid/_oracle.ts";
import { pick } from "./_oracle.ts";

/** A solid between a polygon in the plane z = low and the same in z = high; counterclockwise, fans from a kernel. */
function makePrism(
  polygon: readonly (readonly [x: number, y: number])[],
  low: number,
  high: number,
): Mesh {
  const count = polygon.length;
  const center = [0, 1].map((axis) =>
    polygon.reduce((sum, one) => sum + pick(one, axis), 0) / count
  );
  const vertices: Place[] = [
    ...polygon.map(([x, y]): Place => [x, y, low]),
    ...polygon.map(([x, y]): Place => [x, y, high]),
    [pick(center, 0), pick(center, 1), low],
    [pick(center, 0), pick(center, 1), high],
  ];
  const faces = polygon.flatMap((_, a): [number, number, number][] => {
    const b = (a + 1) % count;
    return [
      [a, b, b + count],
      [a, b + count, a + count],
      [2 * count, b, a],
      [2 * count + 1, a + count, b + count],
    ];
  });
  return { vertices, faces };
}

/** A star of sharp rays, of which the edges point in and out. */
const STAR = makePrism(
  Array.from({ length: 10 }, (_, n) => {
    const radius = n % 2 === 0 ? 5 : 1.2;
    const angle = 2 * Math.PI * n / 10 + 0.1;
    return [radius * Math.cos(angle), radius * Math.sin(angle)] as const;
  }),
  -1.3,
  1.1,
);

/** A ball whose vertices have moved in and out. */
function makeBurr(seed: number): Mesh {
  const random = randomSource(seed);
  const ball = makeBall([0, 0, 0], 1, 1);
  const vertices = ball.vertices.map((place) => {
    const by = 1 + random() * 5;
    return place.map((one) => one * by) as unknown as Place;
  });
  return { vertices, faces: ball.faces };
}

/** Solids by name. */
export const SOLIDS: Readonly<Record<string, Mesh>> = {
  ball: makeBall([0.2, -0.3, 0.1], 4, 2),
  star: STAR,
  "sharp wedge": makePrism([[-5, 0], [5, -0.2], [5, 0.2]], -3, 4),
  burr: makeBurr(1),
  "another burr": makeBurr(2),
};

/** How often a closed mesh goes around a point: van Oosterom and Strackee's angles of triangles. */
export function windingNumber(mesh: Mesh, point: Place): number {
  let sum = 0;
  for (let face = 0; face < mesh.faces.length; face++) {
    const [a, b, c] = cornersOf(mesh, face).map((corner) => minus(corner, point)) as [
      Place,
      Place,
      Place,
    ];
    const [x, y, z] = [Math.hypot(...a), Math.hypot(...b), Math.hypot(...c)];
    const normal: Place = [
      b[1] * c[2] - b[2] * c[1],
      b[2] * c[0] - b[0] * c[2],
      b[0] * c[1] - b[1] * c[0],
    ];
    const down = x * y * z + dot(a, b) * z + dot(b, c) * x + dot(c, a) * y;
    sum += Math.atan2(dot(a, normal), down);
  }
  return sum / (2 * Math.PI);
}
