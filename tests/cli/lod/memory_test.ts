import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { FileStore } from "../../../lib/cli/lod/points/file_store.ts";
import { readDvlod } from "../../../lib/io/mod.ts";
import { eachBackend } from "../../_backends.ts";
import { outFolder } from "../../_files.ts";
import { lasBytes, type LasPoint } from "../../io/las/_bytes.ts";
import { readPotree } from "../../io/potree/_reader.ts";
import { type Run, runMain } from "../_recorder.ts";

/** Writes LAS files of points on a slope, with wide colors; and, where asked for, all else that points may have. */
function writeClouds(folder: string, { isFull = false } = {}): string[] {
  return [0, 1].map((file) => {
    const points = Array.from({ length: 1500 }, (_, k): LasPoint => {
      const n = file * 1500 + k;
      return {
        at: [n * 37 % 4096 - 900, n * 91 % 4096, n * 37 % 4096 >> 3],
        rgb: [n * 20, n * 7, 65_535],
        ...(isFull ? { intensity: n * 11, classByte: n % 7 } : {}),
      };
    });
    const path = `${folder}/${file}.las`;
    const places = { scale: [0.25, 0.25, 0.25], offset: [9, 8, 7] } as const;
    const evlrs = [{ userId: "x", recordId: 1, data: new Uint8Array(99) }];
    const bytes = lasBytes({ format: 7, points, ...places, evlrs });
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (isFull) {
      points.forEach((_, k) => {
        const at = view.getUint32(96, true) + k * view.getUint16(105, true);
        view.setUint8(at + 14, k % 3 + 1 | 3 << 4);
        view.setUint16(at + 20, file + 5, true);
        view.setFloat64(at + 22, k < 3 ? NaN : k / 3 - 100, true);
      });
    }
    Deno.writeFileSync(path, bytes);
    return path;
  });
}

/** Every file below a folder, as text. */
function filesIn(path: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (const { name, isDirectory } of Deno.readDirSync(path)) {
    const own = `${path}/${name}`;
    if (isDirectory) Object.assign(files, filesIn(own));
    else files[name] = Deno.readFileSync(own).toHex();
  }
  return files;
}

eachBackend("lod writes the same tiles in parts under a memory limit", async ({ device }) => {
  using folder = outFolder();
  const inputs = writeClouds(folder.path, { isFull: true });
  const options = ["--points-per-leaf", "40", "--grid-size", "4", "--device", device, "--json"];
  for (const strategy of ["average", "weightedAcross"]) {
    const run = async (
      ...more: string[]
    ): Promise<{ files: Record<string, string>; report: Record<string, number> }> => {
      const out = `${folder.path}/${strategy}${more.length}`;
      const args = ["lod", ...inputs, "--out", out, "--strategy", strategy, ...options, ...more];
      const { code, results, notes } = await runMain(args);
      assertEquals([code, notes], [0, ""]);
      return { files: filesIn(out), report: JSON.parse(results[0] ?? "") };
    };
    const whole = await run();
    const parts = await run("--memory", strategy === "average" ? "256K" : "1.5MiB");
    assertEquals(parts.files, whole.files);
    for (const name of ["_INTENSITY", "_CLASSIFICATION"]) {
      const text = new TextEncoder().encode(name).toHex();
      assert(Object.values(whole.files).some((bytes) => bytes.includes(text)), name);
    }
    const { peakBytes = 0, points, voxels } = parts.report;
    assertEquals([points, voxels], [3000, whole.report.voxels]);
    assert(peakBytes > 0 && peakBytes <= 1.5 * 2 ** 20, `${peakBytes} bytes were used`);
  }
  // What waited is gone.
  const names = [...Deno.readDirSync(folder.path)].map(({ name }) => name);
  assertEquals(names.filter((name) => name.startsWith(".")), []);
});

eachBackend("lod writes the same nodes in parts, from any format", async ({ device }) => {
  using folder = outFolder();
  const scan = `${folder.path}/scan.bin`;
  const flat = Array.from(
    { length: 2000 },
    (_, n) => [n % 50, n / 50 | 0, n * 7 % 13 / 4, n % 9 / 8],
  )
    .flat();
  Deno.writeFileSync(scan, new Uint8Array(Float32Array.of(...flat, NaN, 0, 0, 0).buffer));
  const contents = async (name: string, ...more: string[]): Promise<unknown> => {
    const out = `${folder.path}/${name}`;
    const options = ["--points-per-leaf", "40", "--grid-size", "4"];
    const args = ["lod", scan, "--out", out, "--format", "dvlod", "--device", device, ...options];
    const { code } = await runMain([...args, ...more]);
    assertEquals(code, 0);
    const lod = readDvlod(Deno.readFileSync(`${out}/cloud.dvlod`));
    return lod.nodes.map(({ index }) => lod.read(index));
  };
  assertEquals(await contents("parts", "--memory", "200K"), await contents("whole"));
  const tiles = async (name: string, ...more: string[]): Promise<unknown> => {
    const out = `${folder.path}/${name}`;
    const options = ["--points-per-leaf", "40", "--grid-size", "4"];
    const args = ["lod", scan, "--out", out, "--device", device, ...options, ...more];
    assertEquals((await runMain(args)).code, 0);
    return filesIn(out);
  };
  assertEquals(await tiles("few", "--memory", "200K"), await tiles("all"));
});

for (
  const [pick, encoding] of [
    ["central", "default"],
    ["random", "brotli"],
    ["poisson", "default"],
    ["poisson", "brotli"],
  ] as const
) {
  eachBackend(
    `lod writes the same files for Potree in parts: ${pick}, ${encoding}`,
    async ({ device }) => {
      using folder = outFolder();
      const inputs = writeClouds(folder.path, { isFull: true });
      const run = async (name: string, ...more: string[]): Promise<Record<string, string>> => {
        const out = `${folder.path}/${name}`;
        const format = ["--format", "potree", "--encoding", encoding, "--device", device];
        const options = ["--points-per-leaf", "40", "--grid-size", "4", "--pick", pick];
        const where = ["--out", out, ...format];
        const { code, notes } = await runMain(["lod", ...inputs, ...where, ...options, ...more]);
        assertEquals([code, notes], [0, ""]);
        return filesIn(out);
      };
      const whole = await run("whole");
      assertEquals(await run("parts", "--memory", "200K"), whole);
      const out = `${folder.path}/parts`;
      const metadata = Deno.readTextFileSync(`${out}/metadata.json`);
      const nodes = readPotree({
        metadata,
        hierarchy: Deno.readFileSync(`${out}/hierarchy.bin`),
        octree: Deno.readFileSync(`${out}/octree.bin`),
      });
      assertEquals(nodes.reduce((sum, { points }) => sum + points.length, 0), 3000);
      for (const name of ["rgb", "intensity", "point source id", "gps-time"]) {
        assertStringIncludes(metadata, `"name": "${name}"`);
      }
    },
  );
}

eachBackend("lod picks the same points that keep apart for any limit", async ({ device }) => {
  using folder = outFolder();
  const inputs = writeClouds(folder.path);
  const potree = ["--format", "potree", "--pick", "poisson", "--device", device];
  const run = (out: string, ...more: string[]): Promise<Run> =>
    runMain(["lod", ...inputs, "--out", `${folder.path}/${out}`, ...potree, ...more], true);
  for (const gridSize of [2, 8]) {
    const sizes = ["--points-per-leaf", "30", "--grid-size", `${gridSize}`];
    const whole = `whole${gridSize}`;
    assertEquals((await run(whole, ...sizes)).code, 0);
    for (const memory of ["220K", "500K", "16M"]) {
      const out = `${memory}-${gridSize}`;
      const { code, notes, results } = await run(out, ...sizes, "--memory", memory, "--json");
      assertEquals([code, notes], [0, ""], out);
      const { peakBytes } = JSON.parse(results.join(""));
      const limit = Number.parseInt(memory) * (memory.endsWith("K") ? 2 ** 10 : 2 ** 20);
      assert(peakBytes <= limit, `${peakBytes} of ${limit} bytes were used`);
      assertEquals(filesIn(`${folder.path}/${out}`), filesIn(`${folder.path}/${whole}`), out);
    }
  }
  const sizes = ["--points-per-leaf", "30", "--grid-size", "2"];
  const seen = await run("seen", ...sizes, "--memory", "1M");
  for (const label of ["sorting", "writing", "picking"]) assertStringIncludes(seen.notes, label);
  const small = await run("small", ...sizes, "--memory", "110K");
  assertEquals(small.code, 1);
  assertStringIncludes(small.notes, "one cell and what is around it have");
  const names = [...Deno.readDirSync(folder.path)].map(({ name }) => name);
  assertEquals(names.filter((name) => name.startsWith(".") || name === "small"), []);
});

Deno.test("lod refuses memory limits that make no sense", async () => {
  using folder = outFolder();
  const [input = ""] = writeClouds(folder.path);
  const cases: readonly (readonly [readonly string[], string])[] = [
    [["--memory", "lots"], '"--memory" takes more than 64K, as in 512M or 8G, not "lots"'],
    [["--memory", "64K"], "takes more than 64K"],
  ];
  for (const [args, problem] of cases) {
    const { code, notes } = await runMain(["lod", input, "--out", `${folder.path}/o`, ...args]);
    assert(code !== 0);
    assertStringIncludes(notes, problem);
  }
  assertEquals([...Deno.readDirSync(folder.path)].length, 2);
});

Deno.test("FileStore gives back what was appended under each name", () => {
  using folder = outFolder();
  const path = `${folder.path}/wait`;
  {
    using store = new FileStore(path);
    const wanted = new Map<string, number[]>();
    for (let n = 0; n < 400; n++) {
      const name = `${n % 3}`;
      const bytes = Uint8Array.from({ length: n % 7 * 140 }, (_, k) => n + k);
      store.append(name, bytes);
      wanted.set(name, [...wanted.get(name) ?? [], ...bytes]);
      bytes.fill(0);
    }
    assert(store.written > 0, "nothing was written yet");
    for (const [name, bytes] of wanted) assertEquals([...store.read(name)], bytes);
    store.remove("1");
    assertEquals(store.read("1").length, 0);
  }
  assertEquals([...Deno.readDirSync(folder.path)], []);
});
