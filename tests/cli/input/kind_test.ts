import { assertEquals, assertStringIncludes } from "@std/assert";
import { encodeNvdb } from "../../../lib/io/mod.ts";
import { outFolder } from "../../_files.ts";
import { npy, npz } from "../../io/npy/_bytes.ts";
import { runMain } from "../_recorder.ts";

Deno.test("render and mesh take volumes of NumPy for what they are, whatever their names", async () => {
  using folder = outFolder();
  const at = (name: string): string => `${folder.path}/${name}`;
  // Half of the samples are above the surface, at 3 1/2.
  const samples = Float32Array.from({ length: 512 }, (_, n) => n % 8);
  const volume = npy("<f4", [8, 8, 8], samples);
  await Deno.writeFile(at("volume.npy"), volume);
  await Deno.writeFile(at("volume.npz"), npz({ density: volume }));
  const packed = new Blob([volume]).stream().pipeThrough(new CompressionStream("gzip"));
  await Deno.writeFile(at("volume.npy.gz"), packed);
  await Deno.writeFile(at("odd.npy"), npy("<f4", [2, 2, 2, 64], samples));
  await Deno.writeFile(at("odd.npz"), npz({ a: npy("<f4", [512], samples) }));
  const commands = [
    (file: string) => ["render", file, "-o", at("a.png"), "--width", "20", "--height", "20"],
    (file: string) => ["mesh", file, "-o", at("a.ply"), "--iso", "3.5", "--force"],
  ];
  for (const command of commands) {
    for (const name of ["volume.npy", "volume.npz", "volume.npy.gz"]) {
      const { code, notes } = await runMain(command(at(name)));
      assertEquals([code, notes], [0, ""], name);
    }
    const { notes } = await runMain(command(at("odd.npy")));
    assertStringIncludes(notes, "the array is [2, 2, 2, 64], [x, y, z] expected");
  }
  for (const args of [["info", at("odd.npz")], ["convert", at("odd.npz"), at("b.ply")]]) {
    const { notes } = await runMain(args);
    assertStringIncludes(notes, "it holds a [512] of <f4, an array of points [points, 3]");
  }
});

Deno.test("sparse grids are known by their first bytes, and read from inside of gzip", async () => {
  using folder = outFolder();
  const at = (name: string): string => `${folder.path}/${name}`;
  const ijk = Int32Array.from({ length: 3 * 64 }, (_, n) => Math.floor(n / 3) >> 2 * (n % 3) & 3);
  const values = Float32Array.from({ length: 64 }, (_, n) => (n & 3) - 1.5);
  const plain = encodeNvdb([{ type: "float", gridClass: "levelSet", ijk, values }]);
  await Deno.writeFile(at("plain.dat"), plain);
  const packed = new Blob([plain]).stream().pipeThrough(new CompressionStream("gzip"));
  await Deno.writeFile(at("packed.nvdb.gz"), packed);
  for (const name of ["plain.dat", "packed.nvdb.gz"]) {
    for (
      const args of [
        ["info", at(name)],
        ["render", at(name), "-o", at("a.png"), "--width", "20", "--height", "20"],
        ["mesh", at(name), "-o", at("a.ply"), "--force"],
        ["convert", at(name), at("a.nvdb"), "--force"],
      ]
    ) {
      const { code, notes } = await runMain(args);
      assertEquals([code, notes], [0, ""], args.join(" "));
    }
  }
});
