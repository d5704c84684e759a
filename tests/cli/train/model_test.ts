import { assertEquals, assertStringIncludes } from "@std/assert";
import { encodeSafetensors, type NamedArray, readSafetensors } from "../../../lib/io/mod.ts";
import { outFolder } from "../../_files.ts";
import { runMain } from "../_recorder.ts";
import { writeTown } from "./_town.ts";

/** Ways in which a file can be wrong, and what is said of them. */
const DAMAGE: readonly (readonly [
  name: string,
  change: (arrays: readonly NamedArray[], facts: string) => Uint8Array,
  message: string,
])[] = [
  [
    "arrays that are missing, left over and of other shapes",
    (arrays, facts) => {
      const [first, second] = ["net.head.bias", "running.down.0.enter.norm.mean"];
      const changed = arrays.filter(({ name }) => name !== first).map((array) =>
        array.name === second
          ? { ...array, shape: [2], values: new Float32Array(2) } as NamedArray
          : array
      );
      const more = {
        name: "net.tail",
        shape: [1],
        dtype: "f32",
        values: new Float32Array(1),
      } as const;
      return write([...changed, more], facts);
    },
    "the shape of running.down.0.enter.norm.mean is [4], [2] with 2 values in the file; " +
    "missing net.head.bias; left over net.tail",
  ],
  [
    "another type",
    (arrays, facts) =>
      write(
        arrays.map((array) =>
          array.name === "net.head.bias"
            ? { ...array, dtype: "i32", values: new Int32Array(array.values.length) } as NamedArray
            : array
        ),
        facts,
      ),
    "net.head.bias is f32, i32 in the file",
  ],
  [
    "no losses",
    (arrays, facts) => write(arrays.filter(({ name }) => name !== "losses"), facts),
    "it has no list of losses in f32",
  ],
  ["no JSON", (arrays) => write(arrays, "{"), "its denovdb.segmentation is no JSON"],
  ["no settings", (arrays) => write(arrays, "[]"), "its denovdb.segmentation has no settings"],
  [
    "sizes that no device has room for",
    (arrays, facts) => write(arrays, facts.replace("[4,6]", "[4,1e9]")),
    "its widths is [4,1000000000], 1 to 8 whole numbers from 1 to 1024 expected",
  ],
  [
    "classes that are none",
    (arrays, facts) => write(arrays, facts.replace(/"classes":\[/, '"classes":[-1,')),
    "two whole numbers from 0 to 255 or more expected",
  ],
  [
    "an end that is missing",
    (arrays, facts) => write(arrays, facts).subarray(0, -5),
    "tensors take",
  ],
];

function write(arrays: readonly NamedArray[], facts: string): Uint8Array {
  return encodeSafetensors(arrays, { metadata: { "denovdb.segmentation": facts } });
}

Deno.test("train and predict name all that is wrong with a file", async () => {
  using folder = outFolder();
  const [input, model, wrong] = ["a.ply", "a.safetensors", "wrong.safetensors"]
    .map((one) => `${folder.path}/${one}`) as [string, string, string];
  await writeTown(input, 500, 1);
  const made = await runMain([
    ...["train", input, "--voxel-size", "1", "--tile", "32", "--widths", "4,6", "--steps", "1"],
    ...["-o", model, "--device", "cpu"],
  ]);
  assertEquals(made.code, 0, made.notes);
  const { arrays, metadata } = readSafetensors(await Deno.readFile(model));
  for (const [name, change, message] of DAMAGE) {
    const bytes = change(arrays, metadata["denovdb.segmentation"] ?? "");
    await Deno.writeFile(wrong, bytes);
    for (
      const args of [
        ["train", input, "--resume", wrong, "--device", "cpu"],
        ["predict", wrong, input, "-o", `${folder.path}/told.las`, "--device", "cpu"],
      ]
    ) {
      const run = await runMain(args);
      assertEquals(run.code, 1, name);
      assertStringIncludes(run.notes, message, name);
      assertStringIncludes(run.notes, wrong, name);
    }
    assertEquals(await Deno.readFile(wrong), Uint8Array.from(bytes), "nothing is written");
  }
  const names = [...Deno.readDirSync(folder.path)].map(({ name }) => name).toSorted();
  assertEquals(names, ["a.ply", "a.safetensors", "wrong.safetensors"]);
});

Deno.test("train goes on with the same clouds and classes only", async () => {
  using folder = outFolder();
  const [input, other, model] = ["a.ply", "b.ply", "a.safetensors"]
    .map((one) => `${folder.path}/${one}`) as [string, string, string];
  await writeTown(input, 500, 1);
  await writeTown(other, 501, 1);
  const settings = ["--voxel-size", "1", "--widths", "4,6", "--ignore", "64,15", "--steps", "1"];
  const made = await runMain(["train", input, ...settings, "-o", model, "--device", "cpu"]);
  assertEquals(made.code, 0, made.notes);
  const changed = await runMain(["train", other, "--resume", model, "--device", "cpu"]);
  assertEquals(changed.code, 1);
  assertStringIncludes(changed.notes, "it was trained with");
});
