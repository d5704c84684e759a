/**
 * E57 files written by hand, as ASTM E2807 lays them out.
 *
 * Values are written bit by bit into one string of bits for each field, which is then cut into packets.
 *
 * @module
 */
import { join } from "../pcd/_bytes.ts";

/** A field of every record: its element in the prototype, and its values. */
export interface E57FieldBytes {
  readonly name: string;
  readonly type: "Float" | "Integer" | "ScaledInteger" | "String";
  /** Attributes of the element besides its type. */
  readonly attributes?: Readonly<Record<string, string | number | bigint>>;
  /** As stored: for integers before scale and offset. */
  readonly values: readonly (number | bigint | string)[];
}

/** A scan. */
export interface E57ScanBytes {
  readonly fields: readonly E57FieldBytes[];
  /** Elements of the scan besides its points. */
  readonly xml?: string;
  /** Bytes of each stream in a packet; values may lie across the ends. */
  readonly packetBytes?: number;
  /** Whether packets of an index and empty ones stand between those of data. */
  readonly otherPackets?: boolean;
  /** What the XML says; the number of values by default. */
  readonly recordCount?: number | string;
}

/** What {@linkcode e57Bytes} writes. */
export interface E57Bytes {
  readonly scans: readonly E57ScanBytes[];
  readonly pageSize?: number;
  /** Changes the XML before it is written. */
  readonly changeXml?: (xml: string) => string;
  /** Changes everything before pages and checksums are made. */
  readonly changeBytes?: (bytes: Uint8Array, sections: readonly number[]) => void;
}

/** CRC-32C, bit by bit. */
export function checksum(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit++) {
      rest = (rest & 1) === 1 ? (rest >>> 1) ^ 0x82f63b78 : rest >>> 1;
    }
  }
  return ~rest >>> 0;
}

/** Writes an E57 file. */
export function e57Bytes(file: E57Bytes): Uint8Array<ArrayBuffer> {
  const { scans, pageSize = 1024 } = file;
  const pageData = pageSize - 4;
  const physical = (logical: number): number => logical + Math.floor(logical / pageData) * 4;
  const parts: Uint8Array[] = [new Uint8Array(48)];
  let at = 48;
  const sections: number[] = [];
  const put = (part: Uint8Array): void => {
    parts.push(part);
    at += part.length;
  };
  for (const scan of scans) {
    sections.push(at);
    put(section(scan, at, physical));
  }
  const described = scans.map((scan, which) => scanXml(scan, physical(sections[which] ?? 0))).join(
    "",
  );
  const plain = `<?xml version="1.0" encoding="UTF-8"?>\n` +
    `<e57Root type="Structure" xmlns="http://www.astm.org/COMMIT/E57/2010-e57-v1.0">\n` +
    `  <formatName type="String"><![CDATA[ASTM E57 <3D> file]]></formatName>\n` +
    `  <data3D type="Vector" allowHeterogeneousChildren="1">\n${described}  </data3D>\n</e57Root>\n`;
  const xml = new TextEncoder().encode(file.changeXml?.(plain) ?? plain);
  const xmlAt = at;
  put(xml);
  const pages = Math.ceil(at / pageData);
  put(new Uint8Array(pages * pageData - at));
  const logical = join(parts);
  const view = new DataView(logical.buffer);
  logical.set(new TextEncoder().encode("ASTM-E57"));
  view.setUint32(8, 1, true);
  view.setBigUint64(16, BigInt(pages * pageSize), true);
  view.setBigUint64(24, BigInt(physical(xmlAt)), true);
  view.setBigUint64(32, BigInt(xml.length), true);
  view.setBigUint64(40, BigInt(pageSize), true);
  file.changeBytes?.(logical, sections);
  const bytes = new Uint8Array(pages * pageSize);
  for (let page = 0; page < pages; page++) {
    const data = logical.subarray(page * pageData, (page + 1) * pageData);
    bytes.set(data, page * pageSize);
    new DataView(bytes.buffer).setUint32(page * pageSize + pageData, checksum(data), false);
  }
  return bytes;
}

/** Changes bytes of a file and makes its checksums anew. */
export function resealed(
  bytes: Uint8Array,
  change: (copy: Uint8Array) => void,
  pageSize = 1024,
): Uint8Array {
  const copy = bytes.slice();
  change(copy);
  const view = new DataView(copy.buffer);
  for (let at = 0; at + pageSize <= copy.length; at += pageSize) {
    view.setUint32(at + pageSize - 4, checksum(copy.subarray(at, at + pageSize - 4)), false);
  }
  return copy;
}

function scanXml({ fields, xml = "", recordCount }: E57ScanBytes, offset: number): string {
  const prototype = fields.map(({ name, type, attributes = {} }) => {
    const words = Object.entries(attributes).map(([key, value]) => ` ${key}="${value}"`).join("");
    return `<${name} type="${type}"${words}/>`;
  });
  const count = recordCount ?? fields[0]?.values.length ?? 0;
  return `<vectorChild type="Structure">${xml}` +
    `<points type="CompressedVector" fileOffset="${offset}" recordCount="${count}">` +
    `<prototype type="Structure">${prototype.join("\n")}</prototype>` +
    `<codecs type="Vector" allowHeterogeneousChildren="1"></codecs></points></vectorChild>\n`;
}

/** The section of a scan's records: a header, packets, and the index that nothing needs. */
function section(scan: E57ScanBytes, start: number, physical: (at: number) => number): Uint8Array {
  const { fields, packetBytes = 60000, otherPackets = false } = scan;
  const streams = fields.map(stream);
  const longest = Math.max(0, ...streams.map(({ length }) => length));
  const packets: Uint8Array[] = [];
  for (let from = 0; from < longest; from += packetBytes) {
    if (otherPackets) packets.push(indexPacket(from), Uint8Array.of(2, 0, 7, 0, 9, 9, 9, 9));
    const cuts = streams.map((one) => one.subarray(from, from + packetBytes));
    const head = new Uint8Array(6 + 2 * cuts.length);
    const view = new DataView(head.buffer);
    head[0] = 1;
    view.setUint16(4, cuts.length, true);
    cuts.forEach(({ length }, which) => view.setUint16(6 + 2 * which, length, true));
    const packet = join([head, ...cuts]);
    const padded = join([packet, new Uint8Array((4 - packet.length % 4) % 4)]);
    if (padded.length > 65536) throw new RangeError("Cannot write so large a packet");
    new DataView(padded.buffer).setUint16(2, padded.length - 1, true);
    packets.push(padded);
  }
  const head = new Uint8Array(32);
  const bytes = join([head, ...packets]);
  const view = new DataView(bytes.buffer);
  bytes[0] = 1;
  view.setBigUint64(8, BigInt(bytes.length), true);
  view.setBigUint64(16, BigInt(physical(start + 32)), true);
  return bytes;
}

/** An index with one entry. */
function indexPacket(record: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(32));
  view.setUint16(2, 31, true);
  view.setUint16(4, 1, true);
  view.setBigUint64(16, BigInt(record), true);
  return new Uint8Array(view.buffer);
}

/** All values of a field as bytes. */
function stream({ type, attributes = {}, values }: E57FieldBytes): Uint8Array {
  if (type === "String") {
    return join(values.map((value) => {
      const text = new TextEncoder().encode(String(value));
      return Uint8Array.from([text.length * 2, ...text]);
    }));
  }
  if (type === "Float") {
    const single = attributes.precision === "single";
    return join(values.map((value) => {
      const view = new DataView(new ArrayBuffer(single ? 4 : 8));
      if (single) view.setFloat32(0, Number(value), true);
      else view.setFloat64(0, Number(value), true);
      return new Uint8Array(view.buffer);
    }));
  }
  const least = BigInt(attributes.minimum ?? -(2n ** 63n));
  const most = BigInt(attributes.maximum ?? 2n ** 63n - 1n);
  let width = 0;
  while (most - least >= 1n << BigInt(width)) width++;
  const bits: bigint[] = [];
  for (const value of values) {
    const stored = BigInt(value) - least;
    for (let bit = 0; bit < width; bit++) bits.push((stored >> BigInt(bit)) & 1n);
  }
  const bytes = new Uint8Array(Math.ceil(bits.length / 8));
  bits.forEach((bit, which) => {
    bytes[which >> 3] = (bytes[which >> 3] ?? 0) | Number(bit) << (which & 7);
  });
  return bytes;
}
