/**
 * Point clouds written in every format that can be written in a few lines.
 *
 * @module
 */

/** A made-up scan: coordinates of hundredths, and colors. */
export interface BenchScan {
  readonly count: number;
  /** Coordinates in hundredths, [points, 3]. */
  readonly places: Int32Array;
  /** Red, green, blue, [points, 3]. */
  readonly colors: Uint8Array;
}

/** A hilly surface far from the origin. */
export function hills(count: number): BenchScan {
  const side = Math.ceil(Math.sqrt(count));
  const places = new Int32Array(count * 3);
  const colors = new Uint8Array(count * 3);
  for (let n = 0; n < count; n++) {
    const [x, y] = [n % side, Math.floor(n / side)];
    const height = Math.floor(40000 + Math.sin(x / 90) * 2000 + Math.cos(y / 70) * 1500);
    places.set([63600000 + x * 7, 84900000 + y * 9, height], n * 3);
    colors.set([x, y, n % 251], n * 3);
  }
  return { count, places, colors };
}

/** Lines of text, one a point, behind a head. */
export function textFile(
  scan: BenchScan,
  row: (place: readonly number[], color: readonly number[]) => string,
  head = "",
): Uint8Array {
  const lines = Array.from({ length: scan.count }, (_, n) => {
    const place = [...scan.places.subarray(n * 3, n * 3 + 3)].map((one) => one / 100);
    return row(place, [...scan.colors.subarray(n * 3, n * 3 + 3)]);
  });
  return new TextEncoder().encode(`${head}${lines.join("\n")}\n`);
}

/** A PCD file, binary or compressed; compressed bytes are written as they are, in runs of 32. */
export function pcdFile({ count, places, colors }: BenchScan, compressed: boolean): Uint8Array {
  const words = new DataView(new ArrayBuffer(count * 16));
  for (let n = 0; n < count; n++) {
    const at = (field: number): number => compressed ? (field * count + n) * 4 : n * 16 + field * 4;
    for (let axis = 0; axis < 3; axis++) {
      words.setFloat32(at(axis), (places[n * 3 + axis] ?? 0) / 100, true);
    }
    const [r = 0, g = 0, b = 0] = colors.subarray(n * 3, n * 3 + 3);
    words.setUint32(at(3), r << 16 | g << 8 | b, true);
  }
  const plain = new Uint8Array(words.buffer);
  const head = "VERSION .7\nFIELDS x y z rgb\nSIZE 4 4 4 4\nTYPE F F F U\n" +
    `WIDTH ${count}\nHEIGHT 1\nDATA ${compressed ? "binary_compressed" : "binary"}\n`;
  const start = new TextEncoder().encode(head);
  if (!compressed) return joined([start, plain]);
  const runs = Math.ceil(plain.length / 32);
  const packed = new Uint8Array(plain.length + runs);
  for (let run = 0; run < runs; run++) {
    const bytes = plain.subarray(run * 32, run * 32 + 32);
    packed[run * 33] = bytes.length - 1;
    packed.set(bytes, run * 33 + 1);
  }
  return joined([start, sizes(packed.length, plain.length), packed]);
}

/** An E57 file of scaled integers of 27 bits and colors of 8. */
export function e57File({ count, places, colors }: BenchScan): Uint8Array {
  const width = 27;
  const records = 8 * 256;
  const packets: Uint8Array[] = [];
  for (let first = 0; first < count; first += records) {
    const held = Math.min(records, count - first);
    const streams = [0, 1, 2].map((axis) => {
      const bytes = new Uint8Array(Math.ceil(held * width / 8) + 4);
      for (let n = 0; n < held; n++) {
        let rest = places[(first + n) * 3 + axis] ?? 0;
        for (let bit = n * width; bit < (n + 1) * width; bit++, rest >>= 1) {
          bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (rest & 1) << (bit & 7);
        }
      }
      return bytes.subarray(0, Math.ceil(held * width / 8));
    }).concat(
      [0, 1, 2].map((channel) =>
        Uint8Array.from({ length: held }, (_, n) => colors[(first + n) * 3 + channel] ?? 0)
      ),
    );
    const head = new Uint16Array(3 + streams.length);
    streams.forEach(({ length }, which) => head[3 + which] = length);
    const bytes = streams.reduce((sum, { length }) => sum + length, head.byteLength);
    const padding = new Uint8Array((4 - bytes % 4) % 4);
    head.set([1, bytes + padding.length - 1, streams.length]);
    packets.push(joined([new Uint8Array(head.buffer), ...streams, padding]));
  }
  const data = joined(packets);
  const section = new BigUint64Array([1n, BigInt(32 + data.length), physical(48 + 32), 0n]);
  const coordinate = `type="ScaledInteger" minimum="0" maximum="${2 ** width - 1}" scale="0.01"`;
  const color = 'type="Integer" minimum="0" maximum="255"';
  const xml = new TextEncoder().encode(
    `<e57Root><data3D><vectorChild><points type="CompressedVector" fileOffset="48" ` +
      `recordCount="${count}"><prototype>` +
      ["X", "Y", "Z"].map((axis) => `<cartesian${axis} ${coordinate}/>`).join("") +
      ["Red", "Green", "Blue"].map((channel) => `<color${channel} ${color}/>`).join("") +
      "</prototype></points></vectorChild></data3D></e57Root>",
  );
  const xmlAt = 48 + 32 + data.length;
  const pages = Math.ceil((xmlAt + xml.length) / 1020);
  const header = new BigUint64Array(6);
  header.set([0n, 1n, BigInt(pages * 1024), physical(xmlAt), BigInt(xml.length), 1024n]);
  const mark = new Uint8Array(header.buffer);
  mark.set(new TextEncoder().encode("ASTM-E57"));
  const logical = joined([mark, new Uint8Array(section.buffer), data, xml]);
  const file = new Uint8Array(pages * 1024);
  for (let page = 0; page < pages; page++) {
    const bytes = file.subarray(page * 1024, page * 1024 + 1020);
    bytes.set(logical.subarray(page * 1020, page * 1020 + 1020));
    new DataView(file.buffer).setUint32(page * 1024 + 1020, checksum(bytes));
  }
  return file;
}

/** The ept.json, hierarchy and single tile of a data set, by path. */
export function eptFiles({ count, places, colors }: BenchScan): Map<string, Uint8Array> {
  const rows = new DataView(new ArrayBuffer(count * 15));
  for (let n = 0; n < count; n++) {
    for (let axis = 0; axis < 3; axis++) {
      rows.setInt32(n * 15 + axis * 4, places[n * 3 + axis] ?? 0, true);
      rows.setUint8(n * 15 + 12 + axis, colors[n * 3 + axis] ?? 0);
    }
  }
  const text = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
  const schema = ["X", "Y", "Z"].map((name): unknown => ({
    name,
    type: "signed",
    size: 4,
    scale: 0.01,
  }))
    .concat(["Red", "Green", "Blue"].map((name) => ({ name, type: "unsigned", size: 1 })));
  const bounds = [0, 0, 0, 1e6, 1e6, 1e6];
  return new Map([
    ["ept.json", text({ dataType: "binary", points: count, bounds, span: 128, schema })],
    ["ept-hierarchy/0-0-0-0.json", text({ "0-0-0-0": count })],
    ["ept-data/0-0-0-0.bin", new Uint8Array(rows.buffer)],
  ]);
}

function physical(logical: number): bigint {
  return BigInt(logical + Math.floor(logical / 1020) * 4);
}

/** CRC-32C by the byte. */
function checksum(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = (rest >>> 8) ^ (STEPS[(rest ^ byte) & 255] ?? 0);
  return ~rest >>> 0;
}

const STEPS = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit++) byte = (byte >>> 1) ^ (byte & 1 ? 0x82f63b78 : 0);
  return byte;
});

function sizes(...values: number[]): Uint8Array {
  return new Uint8Array(Uint32Array.from(values).buffer);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
