import { assertEquals, assertStringIncludes } from "@std/assert";
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
