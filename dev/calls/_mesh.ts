/**
 * A closed surface of 512 triangles with dents, made of whole numbers.
 *
 * @module
 */
import type { Real, Tensor } from "../../lib/core/mod.ts";
import { type Inputs, Random } from "./_inputs.ts";

const SIGNS = [1, -1] as const;

/** A surface, in several element types. */
export interface Mesh {
  readonly vertices: <D extends Real>(dtype: D) => Tensor<D>;
  readonly faces: <D extends "i32" | "i64">(dtype: D) => Tensor<D>;
}

/** An octahedron around (0.25, -0.5, 1), each face in 64 triangles or one, with vertices that are off by up to a twelfth. */
export function mesh(inputs: Inputs): Mesh {
  const { vertices, faces } = surface(inputs.count(8));
  return {
    vertices: (dtype) => inputs.tensor(vertices, dtype, 3),
    faces: (dtype) => inputs.tensor(faces, dtype, 3),
  };
}

/** A surface whose edges have so many parts each. */
function surface(
  parts: number,
): { readonly vertices: readonly number[]; readonly faces: readonly number[] } {
  const random = new Random(11);
  const known = new Map<string, number>();
  const vertices: number[] = [];
  const place = (...at: readonly number[]): number => {
    const key = `${at.map((part) => part + 0)}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const size = random.whole(88, 105) / 64;
    const [x = 0, y = 0, z = 0] = at.map((part) => part * 8 / parts * size);
    vertices.push(0.25 + x, -0.5 + y, 1 + z);
    known.set(key, known.size);
    return known.size - 1;
  };
  const faces: number[] = [];
  for (const x of SIGNS) {
    for (const y of SIGNS) {
      for (const z of SIGNS) {
        // Mirrored once or three times, a triangle turns around.
        const add = (...corners: readonly number[]): void => {
          faces.push(...(x * y * z > 0 ? corners : corners.toReversed()));
        };
        const at = (i: number, j: number): number => place(x * i, y * j, z * (parts - i - j));
        for (let i = 0; i < parts; i++) {
          for (let j = 0; i + j < parts; j++) {
            add(at(i, j), at(i + 1, j), at(i, j + 1));
            if (i + j + 1 < parts) add(at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
          }
        }
      }
    }
  }
  return { vertices, faces };
}
