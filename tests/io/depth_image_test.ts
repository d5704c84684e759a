import { assert, assertEquals, assertRejects } from "@std/assert";
import { encodePng, FormatError, readDepthImage } from "../../lib/io/mod.ts";
import { Random } from "../_arrays.ts";

/** A chunk of a PNG file; nobody looks at its checksum. */
function chunk(name: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length);
  new DataView(bytes.buffer).setUint32(0, data.length);
  bytes.set([...name].map((letter) => letter.charCodeAt(0)), 4);
  bytes.set(data, 8);
  return bytes;
}

/** A gray PNG of 16 bits whose rows take all filters in turn. */
async function filteredPng(
  numbers: Uint16Array,
  width: number,
  height: number,
): Promise<Uint8Array> {
  const at = (row: number, byte: number): number => {
    const number = row < 0 || byte < 0 ? 0 : numbers[row * width + (byte >> 1)] ?? NaN;
    return byte % 2 === 0 ? number >> 8 : number & 255;
  };
  const rows: number[] = [];
  for (let row = 0; row < height; row++) {
    rows.push(row % 5);
    for (let byte = 0; byte < 2 * width; byte++) {
      const left = byte < 2 ? 0 : at(row, byte - 2);
      const [above, corner] = [at(row - 1, byte), byte < 2 ? 0 : at(row - 1, byte - 2)];
      const nearest = [left, above, corner].toSorted((a, b) =>
        Math.abs(left + above - corner - a) - Math.abs(left + above - corner - b)
      )[0] ?? 0;
      const guess = [0, left, above, (left + above) >> 1, nearest][row % 5] ?? 0;
      rows.push((at(row, byte) - guess) & 255);
    }
  }
  const packed = new Blob([Uint8Array.from(rows)]).stream()
    .pipeThrough(new CompressionStream("deflate"));
  const data = new Uint8Array(await new Response(packed).arrayBuffer());
  const header = new Uint8Array(13);
  new DataView(header.buffer).setUint32(0, width);
  new DataView(header.buffer).setUint32(4, height);
  header.set([16, 0, 0, 0, 0], 8);
  const half = data.length >> 1;
  const parts = [
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk("IHDR", header),
    chunk("tEXt", Uint8Array.of(65, 0, 66)),
    chunk("IDAT", data.subarray(0, half)),
    chunk("IDAT", data.subarray(half)),
    chunk("IEND", new Uint8Array(0)),
  ];
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** An NPY file. */
function npy(type: string, shape: string, data: Uint8Array, order = "False"): Uint8Array {
  const text = `{'descr': '${type}', 'fortran_order': ${order}, 'shape': ${shape}, }\n`;
  const header = new TextEncoder().encode(text);
  const mark = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length & 255, header.length >> 8];
  return Uint8Array.of(...mark, ...header, ...data);
}

Deno.test("readDepthImage() reads PNG files of 8 and 16 bits, with all filters", async () => {
  const [width, height] = [7, 11];
  const random = new Random(2);
  const numbers = Uint16Array.from(
    { length: width * height },
    (_, at) => at % 3 === 0 ? random.integer(0, 65535) : 40_000 + at,
  );
  const image = await readDepthImage(await filteredPng(numbers, width, height));
  assertEquals([image.width, image.height], [width, height]);
  assertEquals([...image.values], [...numbers]);
  const bytes = random.bytes(35);
  const small = await readDepthImage(await encodePng(bytes, { width: 5, height: 7, channels: 1 }));
  assertEquals([...small.values], [...bytes]);
});

Deno.test("readDepthImage() reads NPY files of all types, and raw ones", async () => {
  const numbers = [0, 1, 2, 3, 250, 5];
  const cases = [
    ["|u1", Uint8Array.from(numbers)],
    ["<u2", Uint16Array.from(numbers)],
    ["<f2", Float16Array.from(numbers)],
    ["<f4", Float32Array.from(numbers)],
    ["<f8", Float64Array.from(numbers)],
  ] as const;
  for (const [type, { buffer }] of cases) {
    const image = await readDepthImage(npy(type, "(2, 3)", new Uint8Array(buffer)));
    assertEquals([image.width, image.height, [...image.values]], [3, 2, numbers], type);
  }
  const swapped = await readDepthImage(npy(">u2", "(1, 2)", Uint8Array.of(1, 2, 0, 9)));
  assertEquals([...swapped.values], [258, 9]);
  for (const { buffer } of [Uint16Array.from(numbers), Float32Array.from(numbers)]) {
    const raw = await readDepthImage(new Uint8Array(buffer), { width: 2, height: 3 });
    assertEquals([...raw.values], numbers);
  }
});

Deno.test("readDepthImage() refuses what is none", async () => {
  const good = await filteredPng(new Uint16Array(6), 2, 3);
  const rgb = await encodePng(new Uint8Array(12), { width: 2, height: 2, channels: 3 });
  const unknown = good.slice();
  const cases = [
    [rgb, {}, "gray pixels of 8 or 16 bits"],
    [good, { width: 3 }, "the image is 2 by 3 pixels, 3 by 3 expected"],
    [good.subarray(0, 40), {}, "the file ends before its pixels do"],
    [unknown.fill(7, 60, 66), {}, "Cannot read PNG"],
    [npy("<f4", "(2, 3)", new Uint8Array(20)), {}, "2 rows of 3 numbers of type <f4 expected, 20"],
    [npy("<f4", "(6,)", new Uint8Array(24)), {}, "an array of two axes"],
    [npy("<f4", "(2, 3)", new Uint8Array(24), "True"), {}, "rows first, expected"],
    [npy("<i4", "(1, 1)", new Uint8Array(4)), {}, "type <i4 is not u1"],
    [npy("<u4", "(1, 1)", new Uint8Array(4)), {}, "type <u4 is not u1"],
    [npy("<f4", "(1, 1)", new Uint8Array(4)).subarray(0, 9), {}, "header ends too soon"],
    [new Uint8Array(5), { width: 2, height: 1 }, "2 by 1 pixels of 2 or 4 bytes expected, 5"],
    [new Uint8Array(4), {}, "nothing says how large it is"],
  ] as const;
  for (const [bytes, options, message] of cases) {
    await assertRejects(() => readDepthImage(bytes, options), FormatError, message);
  }
  // Damage anywhere ends in an image or in a format error.
  const random = new Random(5);
  for (let turn = 0; turn < 200; turn++) {
    const damaged = good.slice();
    damaged[random.integer(8, good.length - 1)] = random.integer(0, 255);
    const outcome = await readDepthImage(damaged).catch((error) => error);
    assert(outcome instanceof FormatError || "values" in outcome, String(outcome));
  }
});
