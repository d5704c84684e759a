import { assert, assertEquals, assertRejects } from "@std/assert";
import fc from "fast-check";
import { decode } from "fast-png";
import { encodePng, type PngOptions } from "../../lib/io/mod.ts";

type Channels = PngOptions["channels"];

/** A byte that looks random. */
function noise(at: number): number {
  const mixed = Math.imul(at ^ (at >>> 15), 0x2c1b3c6d);
  return Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39) >>> 24;
}

/** What an independent decoder sees. */
async function seen(pixels: Uint8Array, options: PngOptions): Promise<Uint8Array> {
  const image = decode(await encodePng(pixels, options), { checkCrc: true });
  assertEquals([image.width, image.height], [options.width, options.height]);
  assertEquals([image.channels, image.depth], [options.channels, 8]);
  return new Uint8Array(image.data);
}

/** The chunks of a file: name and length. */
function chunksOf(file: Uint8Array): [string, number][] {
  const view = new DataView(file.buffer);
  const chunks: [string, number][] = [];
  for (let at = 8; at < file.length; at += 12 + view.getUint32(at)) {
    const name = String.fromCharCode(...file.subarray(at + 4, at + 8));
    chunks.push([name, view.getUint32(at)]);
  }
  return chunks;
}

Deno.test("encodePng() is undone by an independent decoder", async () => {
  const images = fc.tuple(
    fc.integer({ min: 1, max: 24 }),
    fc.integer({ min: 1, max: 24 }),
    fc.constantFrom<Channels>(1, 3, 4),
    fc.integer(),
  );
  await fc.assert(
    fc.asyncProperty(images, async ([width, height, channels, seed]) => {
      // Half noise, half ramps, so that every filter wins somewhere.
      const pixels = Uint8Array.from({ length: width * height * channels }, (_, at) => {
        return Math.floor(at / 40) % 2 === 0 ? noise(at + seed) : at * 3;
      });
      assertEquals(await seen(pixels, { width, height, channels }), pixels);
    }),
    { numRuns: 60 },
  );
});

Deno.test("encodePng() filters each row as it is predicted best", async () => {
  const width = 64;
  // The predictions of the PNG specification, section 9.2, by filter number.
  const predictions: ((left: number, up: number, corner: number) => number)[] = [
    () => 0,
    (left) => left,
    (_left, up) => up,
    (left, up) => (left + up) >> 1,
    (left, up, corner) => {
      const costs = [left, up, corner].map((value) => Math.abs(left + up - corner - value));
      return [left, up, corner][costs.indexOf(Math.min(...costs))] ?? 0;
    },
  ];
  // Rows of noise, each followed by a row that one filter predicts up to 1.
  const pixels = new Uint8Array(width * 10);
  predictions.forEach((predict, filter) => {
    const start = filter * 2 * width;
    for (let x = 0; x < width; x++) {
      pixels[start + x] = noise(start + x);
      const left = x === 0 ? 0 : pixels[start + width + x - 1] ?? 0;
      const corner = x === 0 ? 0 : pixels[start + x - 1] ?? 0;
      const predicted = predict(left, pixels[start + x] ?? 0, corner);
      // Jumps keep the fourth filter from falling in line with the second.
      const jump = x % 8 === 0 && filter === 4 ? 100 : 0;
      pixels[start + width + x] = predicted + noise(start + width + x) % 3 - 1 + jump;
    }
  });
  const options: PngOptions = { width, height: 10, channels: 1 };
  assertEquals(await seen(pixels, options), pixels);
  const file = await encodePng(pixels, options);
  const data = file.slice(8 + 25 + 8, file.length - 16);
  const plain = new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate"));
  const filtered = new Uint8Array(await new Response(plain).arrayBuffer());
  const used = predictions.map((_, filter) => filtered[(filter * 2 + 1) * (width + 1)]);
  assertEquals(used, [0, 1, 2, 3, 4]);
});

Deno.test("encodePng() writes the chunks IHDR, IDAT and IEND, each IDAT of 64 KiB at most", async () => {
  const pixels = Uint8Array.from({ length: 300 * 300 * 3 }, (_, at) => noise(at));
  const options: PngOptions = { width: 300, height: 300, channels: 3 };
  assertEquals(await seen(pixels, options), pixels);
  const chunks = chunksOf(await encodePng(pixels, options));
  assertEquals(chunks[0], ["IHDR", 13]);
  assertEquals(chunks.at(-1), ["IEND", 0]);
  const runs = chunks.slice(1, -1);
  assert(runs.length >= 2);
  assert(runs.every(([name, length]) => name === "IDAT" && length <= 65536));
});

Deno.test("encodePng() makes smooth images small", async () => {
  const [width, height] = [256, 256];
  const pixels = new Uint8Array(width * height * 4).map((_, at) => {
    const [x, y] = [(at >> 2) % width, Math.floor((at >> 2) / width)];
    return at % 4 === 3 ? 255 : (x * (at % 4 + 1) + y * 2) / 4;
  });
  const file = await encodePng(pixels, { width, height, channels: 4 });
  assert(file.length < pixels.length / 20, `${file.length} bytes`);
});

Deno.test("encodePng() takes clamped arrays and single pixels", async () => {
  const pixel = Uint8ClampedArray.of(1, 2, 3, 4);
  const image = decode(await encodePng(pixel, { width: 1, height: 1, channels: 4 }));
  assertEquals([...image.data], [1, 2, 3, 4]);
});

Deno.test("encodePng() refuses shapes that are none and pixels that do not fit", async () => {
  const cases: [Uint8Array, PngOptions, string][] = [
    [new Uint8Array(0), { width: 0, height: 1, channels: 1 }, "width is 0, 1 to 2147483647"],
    [new Uint8Array(1), { width: 1, height: 1.5, channels: 1 }, "height is 1.5"],
    [new Uint8Array(1), { width: NaN, height: 1, channels: 1 }, "width is NaN"],
    [new Uint8Array(1), { width: 2 ** 31, height: 1, channels: 1 }, "width is 2147483648"],
    [new Uint8Array(2), { width: 1, height: 1, channels: 2 as Channels }, "2 channels given"],
    [
      new Uint8Array(23),
      { width: 3, height: 2, channels: 4 },
      "3 x 2 pixels of 4 channels take 24 bytes, 23 given",
    ],
  ];
  for (const [pixels, options, message] of cases) {
    await assertRejects(() => encodePng(pixels, options), RangeError, message);
  }
});
