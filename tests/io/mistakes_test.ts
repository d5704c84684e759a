import * as io from "../../lib/io/mod.ts";
import { checkMistakes } from "../_mistakes.ts";

/** Calls as they are written in JavaScript, where nothing keeps them from being wrong. */
const { encodePng, readNvdb, readPointCloud, readVolume } = io as unknown as
  & Readonly<
    Record<string, (...args: unknown[]) => unknown>
  >
  & {
    [name in "encodePng" | "readNvdb" | "readPointCloud" | "readVolume"]: (
      ...args: unknown[]
    ) => unknown;
  };

const BYTES = "a Uint8Array as Deno.readFile() gives";

Deno.test("the mistakes of new users with files are told with cause and cure", () =>
  checkMistakes([
    [
      "no await before a file",
      () => readPointCloud(Promise.resolve(new Uint8Array())),
      "a Promise",
      BYTES,
    ],
    ["a path for bytes", () => readPointCloud("scan.laz"), '"scan.laz"', BYTES],
    ["an ArrayBuffer for bytes", () => readPointCloud(new ArrayBuffer(4)), "an ArrayBuffer", BYTES],
    [
      "an empty file",
      () => readPointCloud(new Uint8Array(), { name: "a.las" }),
      "Cannot read LAS",
      "the file is empty",
    ],
    [
      "an unknown format",
      () => readPointCloud(Uint8Array.of(1, 2, 3), { name: "a.foo" }),
      "the format is not known",
      "LAS, LAZ, PLY",
    ],
    [
      "a wrong extension",
      () => readPointCloud(new TextEncoder().encode("ply\nformat ascii 1.0\n"), { name: "a.las" }),
      "Cannot read LAS",
      '"a.las" holds PLY',
    ],
    [
      "text for points",
      () => readPointCloud(new TextEncoder().encode("hello world\n"), { name: "a.txt" }),
      'names no column "x"',
      "numbers or the names x, y and z expected",
    ],
    [
      "a raw volume",
      () => readVolume(new Uint8Array(8), { name: "a.raw" }),
      "the dims and the type of raw samples are not known",
      'a name as in "a_4x4x2_uint8.raw"',
    ],
    [
      "another file for a grid",
      () => readNvdb(new Uint8Array(100)),
      "Cannot read NanoVDB",
      'does not start with "NanoVDB"',
    ],
    [
      "a picture without channels",
      () => encodePng(new Uint8Array(12), { width: 2, height: 2 }),
      "undefined channels given",
      "1, 3 or 4 expected",
    ],
  ]));
