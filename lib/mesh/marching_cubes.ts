/**
 * Triangle meshes of isosurfaces.
 *
 * @module
 */

import { MeshLimit } from "../../ffi/_generated/symbols.ts";
import { handleOf } from "../../ffi/owned.ts";
import { type GridBatch, JaggedTensor, type Real, type Tensor } from "../core/mod.ts";
import { type Bundle, bundle } from "../core/bundle.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { checkRealName } from "../core/checks.ts";
import { computeTensors } from "../core/compute_tensors.ts";
import { dtypeCode } from "../core/dtype.ts";
import { takeField } from "./_surface.ts";

/**
 * Options for {@linkcode marchingCubes}.
 *
 * @category Surfaces
 */
export interface MarchingCubesOptions<D extends Real = Real> {
  /**
   * The iso level, in the units of the field.
   *
   * @default {0}
   */
  readonly isoLevel?: number;
  /**
   * Element type of the positions: f16, f32 or f64, whatever that of the field is. In f64 a vertex takes 24 bytes and
   * is exact anywhere; in f32 it takes 12, and is off by up to 2^-24 of its distance from the world's origin: a quarter
   * of a meter at a northing of 4 918 km.
   *
   * @default {"f64"}
   */
  readonly dtype?: D;
}

/**
 * An isosurface: a triangle mesh for each grid.
 *
 * @category Surfaces
 */
export interface IsoSurface<D extends Real = Real> extends Bundle {
  /** Positions in world space, in f64 unless asked otherwise, [vertices, 3], one list per grid; owned. */
  readonly vertices: JaggedTensor<D>;
  /** The vertices of each triangle, counted from the grid's first vertex, i64 [faces, 3], one list per grid; owned. */
  readonly faces: JaggedTensor<"i64">;
  /**
   * The two voxels whose edge holds each vertex, as rows in the batch, the lower one first, i64 [vertices, 2], one list
   * per grid; owned. No two vertices share the same pair.
   */
  readonly ends: JaggedTensor<"i64">;
  /** The iso level of the surface. */
  readonly isoLevel: number;
}

const NAMES = optionNames<MarchingCubesOptions>({ isoLevel: true, dtype: true });

/**
 * Extracts the isosurface of a field as triangles, by marching cubes.
 *
 * A cell has eight voxels at its corners; it is triangulated if all eight are active and hold finite values. Values
 * below the iso level are inside. Each edge of such a cell between an inside and an outside voxel has one vertex,
 * shared by all triangles around it, where the field, interpolated linearly along the edge, equals the iso level. No
 * tolerance is involved, so fields and voxels may be of any scale. A voxel whose value equals the iso level is outside,
 * and vertices of several edges may then coincide with it.
 *
 * Within the triangulated cells the surface is closed: every edge belongs to two triangles, which traverse it in
 * opposite directions. Triangles are counterclockwise seen from outside, where values are larger. On ambiguous cell
 * faces, inside voxels are kept apart.
 *
 * Vertices are ordered by the lower voxel of their edge, then by axis x, y, z; triangles by the lowest voxel of their
 * cell. Positions are computed in double precision and rounded once, to f64 unless `dtype` asks for another type, so
 * that surfaces far from the world's origin, as in projected coordinates, keep their detail. The calling thread waits
 * for the size of the result.
 *
 * @typeParam D Element type of the positions.
 * @param grid The batch whose voxels have the values; borrowed.
 * @param field Value of each voxel, f16, f32 or f64 [voxels] or [voxels, 1], in row order; borrowed.
 * @param options The iso level, and the element type of the positions.
 * @returns A mesh for each grid; the caller owns it.
 * @throws {RangeError} If `field` does not have one value per voxel, or `isoLevel` is not finite.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @determinism Same bits on every backend.
 * @see Lorensen and Cline, "Marching cubes", Computer Graphics 21 (4), 1987.
 * @category Surfaces
 *
 * @example One corner of a cell inside
 * ```ts
 * import { gridFromDense, marchingCubes, openContext, tensor } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using grid = gridFromDense({ context, dims: 2, voxelSize: 2 });
 * using field = tensor([-1, 3, 3, 3, 3, 3, 3, 3], { context });
 * using surface = marchingCubes(grid, field);
 * assertEquals([...await surface.vertices.data.read()], [0.5, 0, 0, 0, 0.5, 0, 0, 0, 0.5]);
 * assertEquals([...await surface.faces.data.read()], [0n, 1n, 2n]);
 * assertEquals([...await surface.ends.data.read()], [0n, 4n, 0n, 2n, 0n, 1n]);
 * ```
 */
export function marchingCubes<D extends Real = "f64">(
  grid: GridBatch,
  field: Tensor<Real>,
  options: MarchingCubesOptions<D> = {},
): IsoSurface<NoInfer<D>> {
  const operator = "marchingCubes";
  const { isoLevel = 0, dtype = "f64" as D } = checkOptions(operator, options, NAMES);
  checkRealName({ operator, name: "dtype" }, dtype);
  const taken = takeField(operator, grid, field, isoLevel);
  const { gridCount, numVoxels } = grid;
  const blocks = Math.ceil(numVoxels / MeshLimit.MESH_BLOCK);
  const counted = {
    cells: ["u8", [numVoxels]],
    edges: ["i64", [blocks]],
    ranks: ["i64", [blocks, 2]],
    numbers: ["i64", [2, gridCount]],
  } as const;
  const counts = computeTensors(taken, counted, (native, out) =>
    native.marchingCubesCount({
      ...taken.native,
      outCells: out.cells,
      outEdges: out.edges,
      outRanks: out.ranks,
      outNumbers: out.numbers,
    }));
  using work = bundle("MarchingCubesWork", counts);
  const { cells, edges, ranks, numbers } = work;
  const lists = numbers.readSync();
  const vertexStarts = startsOf(lists.subarray(0, gridCount));
  const faceStarts = startsOf(lists.subarray(gridCount));
  const vertexCount = Number(vertexStarts.at(-1));
  const faceCount = Number(faceStarts.at(-1));
  const layouts = {
    vertices: [dtype, [vertexCount, 3]],
    faces: ["i64", [faceCount, 3]],
    ends: ["i64", [vertexCount, 2]],
  } as const;
  const parts = computeTensors(taken, layouts, (native, out) =>
    native.marchingCubes({
      ...taken.native,
      cells: handleOf(cells.buffer),
      edges: handleOf(edges.buffer),
      ranks: handleOf(ranks.buffer),
      nVertices: vertexCount,
      nFaces: faceCount,
      vertexDtype: dtypeCode(dtype),
      outVertices: out.vertices,
      outFaces: out.faces,
      outEnds: out.ends,
    }));
  return bundle("IsoSurface", {
    vertices: new JaggedTensor(parts.vertices, vertexStarts),
    faces: new JaggedTensor(parts.faces, faceStarts),
    ends: new JaggedTensor(parts.ends, vertexStarts.slice()),
    isoLevel,
  });
}

/** Starts of lists, and the end of the last, from their ends. */
function startsOf(ends: BigInt64Array): BigInt64Array<ArrayBuffer> {
  const starts = new BigInt64Array(ends.length + 1);
  starts.set(ends, 1);
  return starts;
}
