/**
 * Features that move between grids, lists and dense boxes. The floor is every element that has to be read or written, once.
 *
 * @module
 */

import {
  type Context,
  gridIjk,
  ijkToIndex,
  inject,
  injectFromDenseCmajor,
  injectFromDenseCminor,
  injectFromIjk,
  injectFromIjkInto,
  injectInto,
  injectToDenseCmajor,
  injectToDenseCminor,
  type Tensor,
} from "../_api.ts";
import { type BenchRow, benchTable, row, shared } from "../_harness.ts";
import { type SurfaceInput, surfaceInput } from "../grid/_points.ts";
import { band, cellsOf, features, type Form, FORMS, LEAST, SIDE } from "./_band.ts";

const BOX = [SIDE, SIDE, SIDE] as const;
const AT = { ijkMin: [LEAST, LEAST, LEAST] } as const;

const bands = (context: Context) => {
  const [srcGrid, dstGrid] = [band(context), band(context, 1)];
  const rows = srcGrid.numVoxels;
  using from = gridIjk(srcGrid);
  using to = gridIjk(dstGrid);
  const key = (flat: Int32Array, at: number): number =>
    ((flat[at * 3] ?? 0) * 1024 + (flat[at * 3 + 1] ?? 0)) * 1024 + (flat[at * 3 + 2] ?? 0);
  const [source, target] = [from.data.readSync(), to.data.readSync()];
  const table = new Map(Array.from({ length: rows }, (_, at) => [key(source, at), at]));
  // The row of the source for each row of the result, or -1.
  const map = Int32Array.from({ length: rows }, (_, at) => table.get(key(target, at)) ?? -1);
  const common = map.filter((at) => at >= 0).length;
  return { srcGrid, dstGrid, rows, map, common, cells: cellsOf(srcGrid) };
};

/** Between two bands of which one is shifted. */
function betweenBands({ channels, dtype }: Form): BenchRow[] {
  const name = `${dtype}, ${channels} channels`;
  const make = (context: Context) => {
    const both = shared(context, bands);
    const src = features(context, [both.rows, channels], dtype);
    const dst = inject(both.dstGrid, both.srcGrid, src);
    return { ...both, src, source: src.readSync(), dst, width: src.byteLength / both.rows };
  };
  const on = ({ rows, common }: ReturnType<typeof make>): string =>
    `${name}, ${common} rows in common of ${rows}`;
  return [
    row(inject, make, {
      on,
      bytes: ({ common, rows, width }) => (common + rows) * width,
      run: ({ dstGrid, srcGrid, src }) => inject(dstGrid, srcGrid, src),
      check: (dst, { map, source }) =>
        dst.readSync().every((value, at) => {
          const from = map[Math.floor(at / channels)] ?? -1;
          return value === (from < 0 ? 0 : source[from * channels + at % channels]);
        }),
    }),
    row(injectInto, make, {
      on,
      bytes: ({ common, width }) => 2 * common * width,
      run: ({ dst, dstGrid, srcGrid, src }) => injectInto(dst, dstGrid, srcGrid, src),
      check: (_, { dst, map, source }) =>
        dst.readSync().every((value, at) => {
          const from = map[Math.floor(at / channels)] ?? -1;
          return from < 0 || value === source[from * channels + at % channels];
        }),
    }),
  ];
}

/** From dense boxes to voxels. */
function fromDense({ channels, dtype }: Form): BenchRow[] {
  const make = (context: Context) => {
    const { srcGrid: grid, rows, cells } = shared(context, bands);
    const dense = features(context, [1, ...BOX, channels], dtype);
    const planes = dense.reshape([1, channels, ...BOX]);
    return { grid, rows, cells, dense, planes, source: dense.readSync() };
  };
  type Input = ReturnType<typeof make>;
  const on = ({ rows }: Input): string => `${dtype} [${rows}, ${channels}] from ${SIDE}^3`;
  const bytes = ({ rows, dense }: Input): number => 2 * rows * dense.byteLength / SIDE ** 3;
  const areAt = (
    data: Tensor,
    { cells, source }: Input,
    place: (cell: number, channel: number) => number,
  ): boolean =>
    data.readSync().every((value, at) =>
      value === source[place(cells[Math.floor(at / channels)] ?? 0, at % channels)]
    );
  return [
    row(injectFromDenseCminor, make, {
      on,
      bytes,
      run: ({ grid, dense }) => injectFromDenseCminor(grid, dense, AT),
      check: (data, input) => areAt(data, input, (cell, channel) => cell * channels + channel),
    }),
    row(injectFromDenseCmajor, make, {
      on,
      bytes,
      run: ({ grid, planes }) => injectFromDenseCmajor(grid, planes, AT),
      check: (data, input) => areAt(data, input, (cell, channel) => channel * SIDE ** 3 + cell),
    }),
  ];
}

/** From voxels to dense boxes. */
function toDense({ channels, dtype }: Form): BenchRow[] {
  return [{ operator: injectToDenseCminor, isMinor: true }, {
    operator: injectToDenseCmajor,
    isMinor: false,
  }].map(({ operator, isMinor }) =>
    row(operator, (context) => {
      const { srcGrid: grid, rows, cells } = shared(context, bands);
      const data = features(context, [rows, channels], dtype);
      return { grid, rows, cells, data, source: data.readSync() };
    }, {
      on: ({ rows }) => `${dtype} [${rows}, ${channels}] to ${SIDE}^3`,
      bytes: ({ rows, data }) => (SIDE ** 3 / rows + 1) * data.byteLength,
      run: ({ grid, data }) => operator(grid, data, { ...AT, dims: BOX }),
      // Each voxel's cell holds its row, and no other cell holds anything.
      check: (dense, { cells, source }) => {
        const values = dense.readSync();
        let full = 0;
        for (let at = 0; at < values.length; at++) if (values[at] !== 0) full++;
        return full === source.length && cells.every((cell, from) => {
          for (let c = 0; c < channels; c++) {
            const at = isMinor ? cell * channels + c : c * SIDE ** 3 + cell;
            if (values[at] !== source[from * channels + c]) return false;
          }
          return true;
        });
      },
    })
  );
}

interface List extends SurfaceInput {
  /** The last place in the list of each voxel. */
  readonly last: Int32Array;
}

function list(context: Context): List {
  const surface = surfaceInput(context, 500_000);
  const last = new Int32Array(surface.grid.numVoxels);
  using rows = ijkToIndex(surface.grid, surface.ijk);
  rows.readSync().forEach((voxel, place) => last[Number(voxel)] = place);
  return { ...surface, last };
}

/** From lists in random order. */
function fromIjk({ channels, dtype }: Form): BenchRow[] {
  const make = (context: Context) => {
    const input = shared(context, list);
    const src = features(context, [input.count, channels], dtype);
    const dst = features(context, [input.grid.numVoxels, channels], dtype);
    return { ...input, src, source: src.readSync(), dst };
  };
  type Input = ReturnType<typeof make>;
  const on = ({ count, grid }: Input): string =>
    `${dtype} [${count}, ${channels}] to ${grid.numVoxels} voxels`;
  const bytes = ({ count, grid, src }: Input): number =>
    count * 12 + 2 * grid.numVoxels * src.byteLength / count;
  const isRight = (result: Tensor, { last, source }: Input): boolean =>
    result.readSync().every((value, at) =>
      value === source[(last[Math.floor(at / channels)] ?? 0) * channels + at % channels]
    );
  return [
    row(injectFromIjk, make, {
      on,
      bytes,
      run: ({ grid, ijk, src }) => injectFromIjk(grid, ijk, src),
      check: isRight,
    }),
    row(injectFromIjkInto, make, {
      on,
      bytes,
      run: ({ dst, grid, ijk, src }) => injectFromIjkInto(dst, grid, ijk, src),
      check: (_, input) => isRight(input.dst, input),
    }),
  ];
}

await benchTable(
  import.meta.main,
  [betweenBands, fromDense, toDense, fromIjk].flatMap((rowsOf) => FORMS.flatMap(rowsOf)),
);
