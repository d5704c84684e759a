import { assertEquals, assertThrows } from "@std/assert";
import { type Context, type Tensor, tensor } from "../../mod.ts";
import { type PointCloud, readLas, readLasHeader } from "../../lib/io/mod.ts";
import { decodeLas, type LasColumnName, type LasTensors } from "../../lib/lod/mod.ts";
import { Random } from "../_arrays.ts";
import { contexts, eachBackend } from "../_backends.ts";
import { failEachAllocation } from "../_failures.ts";
import { dataTest } from "../io/_data.ts";
import { lasBytes } from "../io/las/_bytes.ts";

const RED = [0, 0, 20, 28, 0, 28, 0, 30, 30, 0, 30];
const TIME = [0, 20, 0, 20, 20, 20, 22, 22, 22, 22, 22];

/** A file whose records are random bytes, but for times, which are finite, and the width of colors. */
function randomFile(format: number, count: number, { extraBytes = 0, wide = true }): Uint8Array {
  const points = Array.from({ length: count }, () => ({ at: [0, 0, 0] as const }));
  const bytes = lasBytes({
    format,
    points,
    extraBytes,
    scale: [0.01, 0.002, 3],
    offset: [5, 6, 7],
  });
  const { pointOffset, recordLength } = readLasHeader(bytes);
  const random = new Random(format + extraBytes + 1);
  for (let at = pointOffset; at < bytes.length; at++) bytes[at] = Math.floor(random.number() * 256);
  for (let at = pointOffset; at < bytes.length; at += recordLength) {
    bytes[at + (TIME[format] ?? 0) + 7] = 0x40;
    const red = RED[format] ?? 0;
    for (let k = 1; red > 0 && !wide && k < 6; k += 2) bytes[at + red + k] = 0;
  }
  return bytes;
}

function recordsOf(context: Context, bytes: Uint8Array): Tensor<"u8"> {
  const { pointOffset, recordLength, count } = readLasHeader(bytes);
  const own = bytes.slice(pointOffset, pointOffset + count * recordLength);
  return tensor(own, { context, shape: [count, recordLength] });
}

/** What the reader of files says of the same columns. */
function wanted({ lasIntegers, lasFields, ...cloud }: PointCloud): Record<string, unknown> {
  const columns: Partial<Record<keyof LasTensors, unknown>> = {
    coordinates: lasIntegers?.coordinates,
    positions: cloud.positions,
    colors: cloud.colors,
    intensities: cloud.intensities,
    classifications: cloud.classifications,
    returnNumbers: lasFields?.returnNumbers,
    returnCounts: lasFields?.returnCounts,
    pointSources: lasFields?.pointSources,
    gpsTimes: lasFields?.gpsTimes,
    colorBits: cloud.colorBits,
  };
  return Object.fromEntries(Object.entries(columns).filter(([, values]) => values !== undefined));
}

function readAll(columns: LasTensors): Record<string, unknown> {
  const values = Object.entries(columns).map(([name, column]) => {
    if (typeof column === "number") return [name, column];
    using own: Tensor = column;
    return [name, own.readSync()];
  });
  return Object.fromEntries(values);
}

eachBackend("decodeLas() reads every format as readLas() does", (context) => {
  for (let format = 0; format <= 10; format++) {
    for (const wide of [true, false]) {
      const extraBytes = wide ? format % 4 : 0;
      const bytes = randomFile(format, 150, { extraBytes, wide });
      const { scale, offset } = readLasHeader(bytes);
      using records = recordsOf(context, bytes);
      const columns = readAll(decodeLas(records, { format, transform: { scale, offset } }));
      assertEquals(columns, wanted(readLas(bytes, { fields: true })), `format ${format}`);
    }
  }
});

eachBackend("decodeLas() decides the width of colors once, or is told", (context) => {
  // One channel of the last of many records is the only one beyond 8 bits.
  const points = Array.from({ length: 1000 }, (_, n) => ({
    at: [n, 0, 0] as const,
    rgb: [n % 256, 255, n === 999 ? 256 : 0] as const,
  }));
  const options = { format: 2, columns: ["colors"] } as const;
  using records = recordsOf(context, lasBytes({ format: 2, points }));
  const { colors, colorBits } = readAll(decodeLas(records, options));
  assertEquals(colorBits, 16);
  assertEquals([...(colors as Uint8Array).slice(-3)], [0, 0, 1]);
  using first = records.slice(0, 999);
  assertEquals(readAll(decodeLas(first, options)).colorBits, 8);
  const told = readAll(decodeLas(first, { ...options, colorBits: 16 }));
  assertEquals(told, { colors: new Uint8Array(999 * 3), colorBits: 16 });
  const low = readAll(decodeLas(records, { ...options, colorBits: 8 }));
  assertEquals([...(low.colors as Uint8Array).slice(-3)], [999 % 256, 255, 0]);
});

eachBackend(
  "decodeLas() gives what is asked for, of nothing too, or refuses it",
  async (context) => {
    const bytes = randomFile(1, 3, {});
    using records = recordsOf(context, bytes);
    assertEquals(Object.keys(readAll(decodeLas(records, { format: 1, columns: ["gpsTimes"] }))), [
      "gpsTimes",
    ]);
    using none = records.slice(0, 0);
    const empty = readAll(decodeLas(none, { format: 1 }));
    assertEquals(empty.coordinates, new Int32Array(0));
    const refuse = (format: number, columns: readonly LasColumnName[], problem: string): unknown =>
      assertThrows(() => decodeLas(records, { format, columns }), Error, problem);
    refuse(11, [], "format is 11, 0 to 10 expected");
    refuse(0.5, [], "format is 0.5");
    refuse(1, ["heights" as never], 'columns has "heights", coordinates, ');
    refuse(1, ["positions"], "positions are asked for without a transform");
    refuse(1, ["colors"], "the point format is 1, one with colors expected");
    refuse(0, ["gpsTimes"], "one with times expected");
    refuse(1, ["rgb" as LasColumnName], 'columns has "rgb", coordinates, positions, ');
    const transform = { scale: [1, 1, NaN], offset: [0, 0, 0] } as const;
    assertThrows(
      () => decodeLas(records, { format: 1, transform }),
      RangeError,
      "scale of transform is [1, 1, NaN], three numbers expected",
    );
    refuse(7, [], "records have 28 bytes, 36 to 65535 expected for format 7");
    using flat = tensor(new Uint8Array(28), { context });
    assertThrows(() => decodeLas(flat, { format: 1 }), RangeError, "records shape is [28]");
    using words = tensor(new Int32Array(28), { context, shape: [1, 28] });
    assertThrows(() => decodeLas(words as never, { format: 1 }), TypeError, "records is i32");
    using colored = recordsOf(context, randomFile(2, 3, {}));
    readAll(await failEachAllocation(context, () => decodeLas(colored, { format: 2 }), 8));
  },
);

eachBackend("decodeLas() writes to columns that are there", (context) => {
  const bytes = randomFile(3, 10, {});
  using records = recordsOf(context, bytes);
  using coordinates = tensor(new Int32Array(36).fill(-7), { context, shape: [12, 3] });
  using colors = tensor(new Uint8Array(36), { context, shape: [12, 3] });
  using places = coordinates.slice(1, 11);
  using rgb = colors.slice(0, 10);
  const into = { coordinates: places, colors: rgb };
  const out = decodeLas(records, { format: 3, into });
  assertEquals([out.coordinates, out.colors, out.colorBits], [places, rgb, 16]);
  assertEquals(Object.keys(out).sort(), ["colorBits", "colors", "coordinates"]);
  const { lasIntegers, colors: wantedColors } = readLas(bytes);
  const edge = [-7, -7, -7];
  assertEquals([...coordinates.readSync()], [...edge, ...lasIntegers?.coordinates ?? [], ...edge]);
  assertEquals([...rgb.readSync()], [...wantedColors ?? []]);
  const refuse = (columns: LasTensors, problem: string): unknown =>
    assertThrows(() => decodeLas(records, { format: 3, into: columns }), Error, problem);
  refuse({ coordinates }, "coordinates shape is [12, 3], [10, 3] expected");
  refuse({ coordinates: rgb as never }, "coordinates is u8, i32 expected");
});

dataTest("decodeLas() reads real files as readLas() does", [
  "las/autzen_trim.las",
  "las/extrabytes.las",
  "las/simple1_4.las",
  "las/1.2-with-color.las",
], (...files) => {
  for (const context of contexts) {
    for (const bytes of files) {
      const { pointFormat: format, scale, offset } = readLasHeader(bytes);
      using records = recordsOf(context, bytes);
      const columns = readAll(decodeLas(records, { format, transform: { scale, offset } }));
      assertEquals(columns, wanted(readLas(bytes, { fields: true })));
    }
  }
});
