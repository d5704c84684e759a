/**
 * COPC files written by hand, with a single point in each node.
 *
 * The first point of a compressed chunk is stored as it is, so that such nodes need no compression.
 *
 * @module
 */
import { lasBytes, type LasPoint } from "./_bytes.ts";
import { chunkTable } from "./_laz_bytes.ts";
import { join } from "../pcd/_bytes.ts";

/** A node: level, x, y, z, and its only point; none is a node without points. */
export interface CopcNodeBytes {
  readonly key: readonly [level: number, x: number, y: number, z: number];
  readonly point?: LasPoint;
  /** Nodes of a further page that hangs from this key. */
  readonly page?: readonly CopcNodeBytes[];
}

/** What {@linkcode copcBytes} writes. */
export interface CopcBytes {
  readonly format: 6 | 7 | 8;
  readonly nodes: readonly CopcNodeBytes[];
  readonly center?: readonly [number, number, number];
  readonly halfsize?: number;
  readonly spacing?: number;
}

/** A COPC file and where its parts are. */
export interface CopcLayout {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Byte offset of the payload of the COPC record. */
  readonly info: number;
  /** Byte offset of the first page of the hierarchy. */
  readonly pages: number;
  /** Byte offset of the first chunk. */
  readonly chunks: number;
}

const ITEMS: Readonly<Record<number, readonly (readonly [type: number, size: number])[]>> = {
  6: [[10, 30]],
  7: [[10, 30], [11, 6]],
  8: [[10, 30], [12, 8]],
};

/** Writes a COPC file; coordinates are integers, a hundredth each. */
export function copcBytes(file: CopcBytes): CopcLayout {
  const { format, nodes, center = [0, 0, 0], halfsize = 8, spacing = 1 } = file;
  const points = flatten(nodes).flatMap(({ point }) => point === undefined ? [] : [point]);
  const vlrs = [
    { userId: "copc", recordId: 1, data: new Uint8Array(160) },
    { userId: "laszip encoded", recordId: 22204, data: laszip(format) },
  ];
  const las = lasBytes({ format, points, vlrs });
  const start = new DataView(las.buffer).getUint32(96, true);
  const recordLength = new DataView(las.buffer).getUint16(105, true);
  const layers = 9 + format - 6;
  const chunks = points.map((_, which) => {
    const chunk = new Uint8Array(recordLength + 4 + layers * 4);
    chunk.set(las.subarray(start + which * recordLength, start + (which + 1) * recordLength));
    chunk[recordLength] = 1;
    return chunk;
  });
  const [length = 0] = chunks.map((chunk) => chunk.length);
  const table = new Uint8Array([
    ...new Uint8Array(Uint32Array.of(0, chunks.length).buffer),
    ...chunkTable(chunks.map((chunk) => ({ count: 1, length: chunk.length }))),
  ]);
  const tableAt = start + 8 + chunks.length * length;
  const evlrAt = tableAt + table.length;
  const pagesAt = evlrAt + 60;
  const { bytes: pages, rootLength } = hierarchy(nodes, { start: start + 8, length, pagesAt });
  const evlr = new Uint8Array(60);
  evlr.set(new TextEncoder().encode("copc"), 2);
  new DataView(evlr.buffer).setUint16(18, 1000, true);
  new DataView(evlr.buffer).setBigUint64(20, BigInt(pages.length), true);
  const bytes = new Uint8Array(
    join([las.subarray(0, start), new Uint8Array(8), ...chunks, table, evlr, pages]),
  );
  const view = new DataView(bytes.buffer);
  bytes[104] = format | 0x80;
  view.setBigInt64(start, BigInt(tableAt), true);
  view.setBigUint64(235, BigInt(evlrAt), true);
  view.setUint32(243, 1, true);
  const info = 375 + 54;
  [...center, halfsize, spacing].forEach((value, at) =>
    view.setFloat64(info + at * 8, value, true)
  );
  view.setBigUint64(info + 40, BigInt(pagesAt), true);
  view.setBigUint64(info + 48, BigInt(rootLength), true);
  view.setFloat64(info + 56, 12, true);
  view.setFloat64(info + 64, 34, true);
  return { bytes, info, pages: pagesAt, chunks: start + 8 };
}

function flatten(nodes: readonly CopcNodeBytes[]): CopcNodeBytes[] {
  return nodes.flatMap((node) => [node, ...flatten(node.page ?? [])]);
}

/** Pages one after the other, the root's first; chunks are in the order of all nodes. */
function hierarchy(
  nodes: readonly CopcNodeBytes[],
  { start, length, pagesAt }: { start: number; length: number; pagesAt: number },
): { readonly bytes: Uint8Array; readonly rootLength: number } {
  const order = flatten(nodes).filter(({ point }) => point !== undefined);
  const pages: (readonly CopcNodeBytes[])[] = [nodes];
  const parts: Uint8Array[] = [];
  /** Bytes of all pages that have been given a place. */
  let placed = nodes.length * 32;
  for (let which = 0; which < pages.length; which++) {
    for (const node of pages[which] ?? []) {
      const view = new DataView(new ArrayBuffer(32));
      node.key.forEach((part, at) => view.setInt32(at * 4, part, true));
      const chunk = order.indexOf(node);
      if (node.page !== undefined) {
        view.setBigUint64(16, BigInt(pagesAt + placed), true);
        view.setInt32(24, node.page.length * 32, true);
        view.setInt32(28, -1, true);
        placed += node.page.length * 32;
        pages.push(node.page);
      } else if (chunk >= 0) {
        view.setBigUint64(16, BigInt(start + chunk * length), true);
        view.setInt32(24, length, true);
        view.setInt32(28, 1, true);
      }
      parts.push(new Uint8Array(view.buffer));
    }
  }
  return { bytes: join(parts), rootLength: nodes.length * 32 };
}

/** The payload of the "laszip encoded" record: layered chunks of varying size. */
function laszip(format: number): Uint8Array {
  const items = ITEMS[format] ?? [];
  const view = new DataView(new ArrayBuffer(34 + items.length * 6));
  view.setUint16(0, 3, true);
  view.setUint8(4, 3);
  view.setUint8(5, 4);
  view.setUint32(12, 0xffffffff, true);
  view.setBigInt64(16, -1n, true);
  view.setBigInt64(24, -1n, true);
  view.setUint16(32, items.length, true);
  items.forEach(([type, size], item) => {
    view.setUint16(34 + item * 6, type, true);
    view.setUint16(36 + item * 6, size, true);
    view.setUint16(38 + item * 6, 3, true);
  });
  return new Uint8Array(view.buffer);
}
