import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { checkBlosc, unpackBlosc } from "../../../lib/io/nvdb/_blosc.ts";
import { readNvdb } from "../../../lib/io/mod.ts";
import { isRead } from "../_damage.ts";
import { dataTest } from "../_data.ts";

/** LZ4 as simple as it gets: a match wherever four bytes repeat at one of a few distances. */
function packLz4(bytes: readonly number[]): number[] {
  const out: number[] = [];
  let [literals, at] = [[] as number[], 0];
  const lengths = (length: number): number[] => {
    if (length < 15) return [];
    const rest = length - 15;
    return [...Array<number>(Math.floor(rest / 255)).fill(255), rest % 255];
  };
  while (at < bytes.length) {
    const distance = [1, 2, 4, 8].find((far) =>
      far <= at && [0, 1, 2, 3].every((n) => bytes[at + n] === bytes[at + n - far])
    );
    let match = 0;
    while (
      distance !== undefined && at + match < bytes.length - 5 &&
      bytes[at + match] === bytes[at + match - distance]
    ) match++;
    if (match < 4 || distance === undefined) {
      literals.push(bytes[at++] ?? 0);
      continue;
    }
    out.push(
      Math.min(15, literals.length) << 4 | Math.min(15, match - 4),
      ...lengths(literals.length),
      ...literals,
    );
    out.push(distance & 255, distance >> 8, ...lengths(match - 4));
    literals = [];
    at += match;
  }
  return [...out, Math.min(15, literals.length) << 4, ...lengths(literals.length), ...literals];
}

const word = (
  value: number,
): number[] => [value & 255, value >> 8 & 255, value >> 16 & 255, value >>> 24];

/** A frame: blocks of bytes that are sorted by their place in a number, whole ones in a part for each place. */
function frameOf(
  bytes: readonly number[],
  { typeSize = 4, blockBytes = 512, flags = 1 } = {},
): Uint8Array<ArrayBuffer> {
  const blocks: number[][] = [];
  for (let at = 0; at < bytes.length; at += blockBytes) {
    const block = bytes.slice(at, at + blockBytes);
    const count = Math.floor(block.length / typeSize);
    const sorted = (flags & 1) === 0 ? block : [
      ...Array.from(
        { length: count * typeSize },
        (_, n) => block[n % count * typeSize + Math.floor(n / count)] ?? 0,
      ),
      ...block.slice(count * typeSize),
    ];
    const splits = block.length === blockBytes && (flags & 16) === 0 && blockBytes / typeSize >= 128
      ? typeSize
      : 1;
    const each = block.length / splits;
    blocks.push(
      Array.from({ length: splits }, (_, n) => {
        const packed = packLz4(sorted.slice(n * each, (n + 1) * each));
        const part = packed.length < each ? packed : sorted.slice(n * each, (n + 1) * each);
        return [...word(part.length), ...part];
      }).flat(),
    );
  }
  let at = 16 + 4 * blocks.length;
  const starts = blocks.map(({ length }) => (at += length) - length);
  const head = [
    2,
    1,
    flags | 1 << 5,
    typeSize,
    ...word(bytes.length),
    ...word(blockBytes),
    ...word(at),
  ];
  return Uint8Array.from([...head, ...starts.flatMap(word), ...blocks.flat()]);
}

const fail = (problem: string, at: number): never => {
  throw new RangeError(`${problem} at ${at}`);
};

/** Checks and unpacks a frame. */
function unpack(frame: Uint8Array, out: Uint8Array): void {
  unpackBlosc(checkBlosc(frame, out.length, fail), out, fail);
}

Deno.test("unpackBlosc() gives back what was packed, in blocks, split, shuffled and not", () => {
  const bytes = fc.oneof(
    fc.array(fc.nat(255), { maxLength: 40 }),
    fc.tuple(fc.array(fc.nat(9), { minLength: 1, maxLength: 9 }), fc.integer({ min: 1, max: 400 }))
      .map(([few, times]) => Array<number[]>(times).fill(few).flat()),
  );
  fc.assert(
    fc.property(
      bytes,
      fc.constantFrom(0, 1, 16, 17),
      fc.constantFrom(1, 4, 8),
      (plain, flags, typeSize) => {
        const out = new Uint8Array(plain.length);
        unpack(frameOf(plain, { flags, typeSize }), out);
        assertEquals([...out], plain);
      },
    ),
    { numRuns: 150 },
  );
  const copied = Uint8Array.from([2, 1, 2, 4, ...word(3), ...word(3), ...word(19), 7, 8, 9]);
  const out = new Uint8Array(3);
  unpack(copied, out);
  assertEquals([...out], [7, 8, 9]);
});

/** What c-blosc 1.21 made of bytes that repeat far back, and of numbers in steps of eight. */
const FAR = ((): number[] => {
  const few = Array.from({ length: 40 }, (_, n) => (n * n * 7 + n * 13) >> 3 & 255);
  return [
    ...few,
    ...Array<number>(8500).fill(0),
    ...few,
    ...Array<number[]>(40).fill([1, 2, 3]).flat(),
  ];
})();
const STEPS = [...new Uint8Array(Int32Array.from({ length: 600 }, (_, n) => (n >> 3) * 37).buffer)];
const FRAMES: readonly (readonly [name: string, bytes: readonly number[], frame: string])[] = [
  [
    "BloscLZ far back",
    FAR,
    "AgEAAfwhAAD8IQAAeAAAABQAAABgAAAAPwACBgwUHik2RVVne5Gpwt36GDhafqTL9B9LeanbD0R7CLTuKmio6i1y" +
    "AOD///////////////////////////////////////////9LAP8e/wFcA3IBAgPgaQICAQID",
  ],
  [
    "BloscLZ",
    STEPS,
    "AgEBBGAJAABgCQAAvQEAABQAAAA1AQAAKAAAAAAAAAAAJaAAAEqgAABvoAAAlKAAALmgAADeoAAAA6AAACigAABN" +
    "oAAAcqAAAJegAAC8oAAA4aAAAAagAAAroAAAUKAAAHWgAACaoAAAv6AAAOSgAAAJoAAALqAAAFOgAAB4oAAAnaAA" +
    "AMKgAADnoAAADKAAADGgAABWoAAAe6AAAKCgAADFoAAA6qAAAA+gAAA0oAAAWaAAAH6gAACjoAAAyKAAAO2gAAAS" +
    "oAAAN6AAAFygAACBoAAApqAAAMugAADwoAAAFaAAADqgAABfoAAAhKAAAKmgAADOoAAA86AAABigAAA9oAAAYqAA" +
    "AIegAACsoAAA0aAAAPagAAAboAAAQKAAAGWgAACKoAAAr6AAANSgAAD5oAAAHqAAAEOgAABooAAAjaAAB7KysrKy" +
    "srKySAAAACMAAAAA4CoDAQAB4C0AAQEC4C0AAQID4C0AAQME4C0AAQQF4C0AAQUG4C0AAQYH4C0AAQcI4C0AAQgJ" +
    "4C0AAQkK4BsAAgoKCg4AAAAjAAAAAOD//0oDAgAAAA4AAAAjAAAAAOD//0oDAgAAAA==",
  ],
  [
    "zlib",
    STEPS,
    "AgFhBGAJAABgCQAAAgEAABQAAACaAAAAeNotwUFkQgEAANDPGGPEiIjdIsaIGDFit4iIiIgYu0XEiBgjoluMGBEx" +
    "RnQbETFGxOgcETHGiOjWYe+9IPgXI0OVLh+sOCFOlhovTFhzyhU56vSYsuGMa/I88sqMLeckKNCgzyc/hEhSpMmA" +
    "L3654IYSTwyZ80eYFGWeeWPBjgi3VGjxzjd7oqS5p82IJQcuueOBDmOOBgQgqCYAAAB42p3BCREAIAgAMBQ/7B/Y" +
    "Ct62CNNQR4kGmmihjQ4qdD89gyQLaQ8AAAB42mNgGAWjgPoAAAJYAAEPAAAAeNpjYBgFo4D6AAACWAAB",
  ],
  [
    "zstd",
    STEPS,
    "AgGRBGAJAAAABAAA4wAAABwAAABlAAAAswAAAEUAAAAotS/9YAAD3QEAZAIAJUpvlLneAyhNcpe84QYrUHWav+QJ" +
    "LlN4ncLnDDFWewABAgMEACZYAQARjJ3/v8nb3fxVDJ+j/RtKAAAAKLUv/WAAAwUCAIQCoMXqDzRZfqPI7RI3XIGm" +
    "y/AVOl+Eqc7zGD1ih6zR9hsEBQYHCAkAACeYEPAHABHMnX+X/7tu+8PRSfqPDBMsAAAAKLUv/WBgABUBAHhAZYqv" +
    "1PkeQ2iNsgkKAAAOkBD4BgArSknMOec555xzBgM=",
  ],
  [
    "zstd, bits",
    STEPS,
    "AgGUBGAJAABgCQAAbwAAABQAAABXAAAAKLUv/WBgCG0CADKHBQbgDwBgTAoKBIAPeGiqlSqOI9lGawoVILCMiA/Y" +
    "+WXvLsoQisP7AWl0fIdS+r7psaQDla/6SPAyNMzYBMBuyai0YEQ5FUosFGIB",
  ],
  [
    "LZ4, bits",
    STEPS,
    "AgEkBGAJAABgCQAAIwEAABQAAACaAAAALwD/AgA2TwAA//8EADQAAgAAmQAPCAAwAZIAAgMAEwADAAENAAGsAAID" +
    "AAENAA8QABEBTQACUwADBgADBwAFGQAbABMADyAABQMCAAIHAADqAAGBAAACAA8TAAYArAALJgACEwAAQQABDAAM" +
    "BwAAmAAE+gADDgABEQAKBwAHJgAAAgACtAADyAAPBwAJEv8qAA4HAFAAAAD//0sAAAASAAEAEv8BAAINABIADQAP" +
    "DgAfCAIAA0QAAwIACBoADxwAEAAlAA8CAAUDUgAPAgACDzQABQ8CACAPYAAAD0YAIA8CAOFQAAAAAAANAAAAHwAB" +
    "AP//QVAAAAAAAA0AAAAfAAEA//9BUAAAAAAA",
  ],
];

for (const [name, bytes, text] of FRAMES) {
  Deno.test(`unpackBlosc() reads frames of another program: ${name}`, () => {
    const frame = Uint8Array.fromBase64(text);
    const out = new Uint8Array(bytes.length);
    unpack(frame, out);
    assertEquals([...out], bytes);
    let refused = 0;
    for (let at = 0; at < frame.length; at++) {
      const copy = frame.slice();
      copy[at] = (copy[at] ?? 0) ^ 0x55;
      try {
        unpack(copy, out);
      } catch (error) {
        assert(error instanceof RangeError && / at \d+$/.test(error.message), String(error));
        refused++;
      }
    }
    assert(refused > 16, `${refused} refused`);
  });
}

Deno.test("unpackBlosc() refuses frames that are cut off, damaged or of another kind", () => {
  const plain = Array.from({ length: 1100 }, (_, n) => n % 7);
  const frame = frameOf(plain);
  const out = new Uint8Array(plain.length);
  for (let length = 0; length < frame.length; length++) {
    assertThrows(() => unpack(frame.slice(0, length), out), RangeError);
  }
  let refused = 0;
  for (let at = 0; at < frame.length; at++) {
    for (const mask of [1, 0x80, 0xff]) {
      const copy = frame.slice();
      copy[at] = (copy[at] ?? 0) ^ mask;
      try {
        unpack(copy, out);
      } catch (error) {
        assert(error instanceof RangeError && / at \d+$/.test(error.message), String(error));
        refused++;
      }
    }
  }
  assert(refused > 100, `${refused} refused`); // changed literals are not noticed
  for (
    const [at, byte, problem] of [
      [0, 3, "Blosc version is 3"],
      [2, 1 | 2 << 5, "a Blosc frame is snappy, blosclz, lz4, zlib, zstd expected"],
      [2, 1 | 7 << 5, "a Blosc frame is of compressor 7, blosclz"],
      [2, 2, "a copied Blosc frame takes"],
      [5, 99, "bytes, 1100 expected"],
      [19, 99, "Blosc block 0 starts beyond its frame"],
    ] as const
  ) {
    const copy = frame.slice();
    copy[at] = byte;
    assertThrows(() => unpack(copy, out), RangeError, problem);
  }
});

dataTest(
  "readNvdb() refuses real Blosc files that are cut off or damaged",
  ["nvdb/batch.nvdb"],
  async (file) => {
    const read = (bytes: Uint8Array) => readNvdb(bytes, { verify: false });
    for (let length = 0; length < file.length; length += 6007) {
      assertEquals(
        await isRead(read, file.slice(0, length)),
        false,
      );
    }
    for (let at = 200; at < file.length; at += 6007) {
      const copy = file.slice();
      copy[at] = (copy[at] ?? 0) ^ 0xff;
      await isRead(read, copy);
    }
  },
);

/** A frame of one block that says how much it holds. */
function boast(compressor: number, part: readonly number[], length: number): Uint8Array {
  const frame = new Uint8Array(16 + 4 + 4 + part.length);
  const view = new DataView(frame.buffer);
  frame.set([2, 1, 16 | compressor << 5, 1]);
  [length, length, frame.length, 20, part.length].forEach((word, n) =>
    view.setUint32(4 + 4 * n, word, true)
  );
  frame.set(part, 24);
  return frame;
}

Deno.test("checkBlosc() refuses parts that cannot hold their bytes before room is made for these", () => {
  const zeros = Array<number>(100).fill(0);
  for (const [compressor, most] of [[0, 25500], [1, 25500], [3, 103200]] as const) {
    checkBlosc(boast(compressor, zeros, most), most, fail);
    const frame = boast(compressor, zeros, most + 1);
    const problem = `100 bytes of Blosc block 0 cannot hold ${most + 1}`;
    assertThrows(() => checkBlosc(frame, most + 1, fail), RangeError, problem);
  }
  // Zstandard: its mark, one segment of an unknown size, then blocks of one byte that stands for 128 KiB, the last marked.
  const mark = [0x28, 0xb5, 0x2f, 0xfd, 0x20, 0];
  const block = (last: number): number[] => {
    const head = 2 ** 17 << 3 | 1 << 1 | last;
    return [head & 255, head >> 8 & 255, head >> 16, 7];
  };
  const part = [...mark, ...block(0), ...block(1), ...block(0)];
  checkBlosc(boast(4, part, 2 ** 18), 2 ** 18, fail);
  for (const [given, length] of [[part, 2 ** 18 + 1], [part, 2 ** 30], [zeros, 101]] as const) {
    const problem = `${given.length} bytes of Blosc block 0 cannot hold ${length}`;
    assertThrows(() => checkBlosc(boast(4, given, length), length, fail), RangeError, problem);
  }
});
