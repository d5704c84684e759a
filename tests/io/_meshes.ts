/**
 * Meshes to write, and a reader of GLB files that knows no more than the format's specification.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import type { MeshArrays } from "../../lib/io/mod.ts";
import { Random } from "../_arrays.ts";

/** A mesh of random numbers with everything that files can hold. */
export function randomMesh(vertices: number, triangles: number): Required<MeshArrays> {
  const random = new Random(vertices + 7 * triangles);
  const numbers = (): Float32Array =>
    Float32Array.from({ length: vertices * 3 }, () => (random.number() - 0.5) * 2000);
  return {
    positions: numbers(),
    normals: numbers(),
    colors: Uint8Array.from({ length: vertices * 3 }, () => random.integer(0, 255)),
    faces: Uint32Array.from({ length: triangles * 3 }, () => random.integer(0, vertices - 1)),
  };
}

/** Meshes that no file can hold, and what is wrong with them. */
export const WRONG: readonly (readonly [mesh: MeshArrays, problem: string])[] = [
  [{ positions: new Float32Array(4) }, "positions has 4 numbers, three for each vertex expected"],
  [
    { positions: new Float32Array(3), normals: new Float32Array(6) },
    "normals has 6 numbers, 3 expected",
  ],
  [
    { positions: new Float32Array(3), colors: new Uint8Array(4) },
    "colors has 4 numbers, 3 expected",
  ],
  [
    { positions: new Float32Array([0, NaN, 0]) },
    "positions holds NaN at 1, finite numbers expected",
  ],
  [
    { positions: new Float32Array(3), normals: new Float32Array([0, 0, Infinity]) },
    "normals holds Infinity at 2, finite numbers expected",
  ],
  [
    { positions: new Float32Array(3), faces: new Uint32Array(2) },
    "faces has 2 numbers, three for each triangle expected",
  ],
  [
    { positions: new Float32Array(3), faces: new BigInt64Array([0n, 0n, 0n, 0n, 1n, 0n]) },
    "a corner of triangle 1 is vertex 1 of 1",
  ],
  [
    { positions: new Float32Array(3), faces: new Int32Array([0, -1, 0]) },
    "a corner of triangle 0 is vertex -1 of 1",
  ],
];

/** What a GLB file says. */
export interface Glb {
  readonly json: Record<string, unknown>;
  /** Numbers of an accessor. */
  readonly read: (accessor: number) => number[];
}

/** Takes a GLB file apart, and refuses what breaks the rules of the format. */
export function readGlb(bytes: Uint8Array): Glb {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const word = (at: number): number => view.getUint32(at, true);
  const text = (from: number, to: number): string =>
    new TextDecoder().decode(bytes.subarray(from, to));
  assertEquals([text(0, 4), word(4), word(8)], ["glTF", 2, bytes.length]);
  const chunks: { readonly type: string; readonly from: number; readonly to: number }[] = [];
  for (let at = 12; at < bytes.length;) {
    assertEquals(word(at) % 4, 0);
    chunks.push({ type: text(at + 4, at + 8), from: at + 8, to: at + 8 + word(at) });
    at += 8 + word(at);
  }
  const [scene, binary] = chunks;
  assertEquals(chunks.map(({ type }) => type), ["JSON", "BIN\0"].slice(0, chunks.length));
  const json = JSON.parse(text(scene?.from ?? 0, scene?.to ?? 0));
  assertEquals(json.asset.version, "2.0");
  if (binary !== undefined) {
    const [buffer] = json.buffers as { readonly byteLength: number }[];
    assertEquals(Math.ceil((buffer?.byteLength ?? NaN) / 4) * 4, binary.to - binary.from);
  }
  const read = (accessor: number): number[] => {
    const { bufferView, componentType, count, type } = json.accessors[accessor];
    const { byteOffset, byteLength } = json.bufferViews[bufferView];
    const width = ({ SCALAR: 1, VEC3: 3, VEC4: 4 } as Record<string, number>)[type] ?? NaN;
    const size = ({ 5126: 4, 5125: 4, 5123: 2 } as Record<number, number>)[componentType] ?? NaN;
    assertEquals([byteOffset % 4, byteLength], [0, count * width * size]);
    return Array.from({ length: count * width }, (_, n) => {
      const at = (binary?.from ?? NaN) + byteOffset + n * size;
      if (componentType === 5126) return view.getFloat32(at, true);
      return componentType === 5125 ? word(at) : view.getUint16(at, true);
    });
  };
  return { json, read };
}
