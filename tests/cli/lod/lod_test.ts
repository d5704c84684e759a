import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { eachBackend } from "../../_backends.ts";
import { outFolder } from "../../_files.ts";
import { copcBytes } from "../../io/las/_copc_bytes.ts";
import { lasBytes, type LasPoint } from "../../io/las/_bytes.ts";
import { readDvlod } from "../../../lib/io/mod.ts";
import { readPotree } from "../../io/potree/_reader.ts";
import { runMain } from "../_recorder.ts";
import { writeSlope } from "../_slope.ts";

interface Tile {
  readonly content: { readonly uri: string };
  readonly children?: readonly Tile[];
  readonly geometricError: number;
}

/** How many points a tile's content holds. */
function countPoints(path: string): number {
  const file = Deno.readFileSync(path);
  const length = new DataView(file.buffer).getUint32(12, true);
  return JSON.parse(new TextDecoder().decode(file.subarray(20, 20 + length))).accessors[0].count;
}

eachBackend("lod writes a tileset whose leaves hold all points", async ({ device }) => {
  using folder = outFolder();
  const [scan, out] = [`${folder.path}/scan.bin`, `${folder.path}/tiles`];
  writeSlope(scan);
  const options = [
    "--points-per-leaf",
    "200",
    "--grid-size",
    "8",
    "--strategy",
    "weighted",
  ];
  const args = ["lod", scan, "--out", out, ...options, "--device", device, "--json"];
  const { code, results, notes } = await runMain(args, true);
  assertEquals([code, notes, results.length], [0, "", 1]);
  const report = JSON.parse(results[0] ?? "");
  assertEquals([report.points, report.dropped, report.device], [3600, 1, device]);
  const { root } = JSON.parse(Deno.readTextFileSync(`${out}/tileset.json`));
  let [points, voxels, nodes] = [0, 0, 0];
  const visit = (tile: Tile): void => {
    const count = countPoints(`${out}/${tile.content.uri}`);
    nodes++;
    if (tile.children === undefined) points += count;
    else voxels += count;
    assertEquals(tile.geometricError === 0, tile.children === undefined);
    for (const child of tile.children ?? []) visit(child);
  };
  visit(root);
  assertEquals([points, voxels, nodes], [3600, report.voxels, report.nodes]);
  assert(nodes > 9, "the cloud is not split");
});

/** A LAS file of points on a slope, with the fields of format 3. */
function writeLas(path: string, first: number, count: number): LasPoint[] {
  const points = Array.from({ length: count }, (_, k): LasPoint => {
    const n = first + k;
    return {
      at: [n * 37 % 1000 - 300, n * 91 % 1000, n * 37 % 1000 >> 3],
      intensity: n,
      classByte: n % 7,
      rgb: [n % 256, n % 255, 255],
    };
  });
  Deno.writeFileSync(
    path,
    lasBytes({ format: 3, points, scale: [0.5, 0.5, 0.5], offset: [9, 8, 7] }),
  );
  return points;
}

for (const [encoding, pick] of [["default", "poisson"], ["brotli", "central"]] as const) {
  eachBackend(`lod writes each point once for Potree: ${encoding}, ${pick}`, async ({ device }) => {
    using folder = outFolder();
    const [one, two, out] = ["1.las", "2.las", "potree"].map((name) => `${folder.path}/${name}`);
    const points = [...writeLas(one ?? "", 0, 500), ...writeLas(two ?? "", 500, 300)];
    const options = [
      "--points-per-leaf",
      "50",
      "--grid-size",
      "8",
      "--encoding",
      encoding,
      "--pick",
      pick,
    ];
    const where = ["--out", out ?? "", "--format", "potree", "--device", device];
    const { code, results } = await runMain([
      "lod",
      one ?? "",
      two ?? "",
      ...where,
      ...options,
      "--json",
    ]);
    assertEquals(code, 0);
    const report = JSON.parse(results[0] ?? "");
    assertEquals([report.points, report.format, report.pick], [800, "potree", pick]);
    const files = {
      metadata: Deno.readTextFileSync(`${out}/metadata.json`),
      hierarchy: Deno.readFileSync(`${out}/hierarchy.bin`),
      octree: Deno.readFileSync(`${out}/octree.bin`),
    };
    const { boundingBox, spacing, scale, offset, points: told } = JSON.parse(files.metadata);
    const edge = boundingBox.max[0] - boundingBox.min[0];
    assertEquals([told, spacing], [800, edge / 8]);
    const nodes = readPotree(files);
    assertEquals(nodes.length, report.nodes);
    const seen = nodes.flatMap((node) =>
      node.points.map(JSON.stringify as (point: unknown) => string)
    );
    // Coordinates of compressed ones begin at the corner.
    const shift = encoding === "brotli" ? [-300, 0, 0] : [0, 0, 0];
    const wanted = points.map(({ at, intensity, classByte, rgb }) =>
      JSON.stringify({
        position: at.map((value, axis) => value - (shift[axis] ?? 0)),
        rgb,
        intensity: [intensity],
        "return number": [6],
        "number of returns": [5],
        classification: [classByte],
        "point source id": [0xeeee],
        "gps-time": [new Float64Array(new Uint8Array(8).fill(0xee).buffer)[0]],
      })
    );
    assertEquals(seen.toSorted(), wanted.toSorted());
    for (const { name, points: own, mask } of nodes) {
      const size = edge / 2 ** (name.length - 1);
      const low = [0, 1, 2].map((axis) =>
        [...name.slice(1)].reduce((sum, digit) => sum * 2 + (Number(digit) >> (2 - axis) & 1), 0) *
          size + boundingBox.min[axis]
      );
      const cells = new Set<string>();
      for (const { position = [] } of own) {
        const place = position.map((value, axis) => value * scale[axis] + offset[axis]);
        const cell = place.map((value, axis) => (value - (low[axis] ?? 0)) / size);
        assert(cell.every((share) => share >= 0 && share < 1), `a point is not in ${name}`);
        cells.add(cell.map((share) => Math.floor(share * 8)).join());
      }
      // Inner nodes have points of different cells.
      if (mask !== 0) assertEquals(cells.size, own.length);
    }
    assert(
      nodes.some(({ mask, points: own }) => mask !== 0 && own.length > 20),
      "nothing moved up",
    );
  });
}

eachBackend("lod writes points, voxels and attributes to one file", async ({ device }) => {
  using folder = outFolder();
  const [input, out] = [`${folder.path}/1.las`, `${folder.path}/one`];
  const points = writeLas(input, 0, 600);
  const options = ["--points-per-leaf", "50", "--grid-size", "8", "--format", "dvlod"];
  const args = ["lod", input, "--out", out, "--device", device, ...options, "--json"];
  const { code, results } = await runMain(args);
  assertEquals(code, 0);
  const report = JSON.parse(results[0] ?? "");
  const lod = readDvlod(Deno.readFileSync(`${out}/cloud.dvlod`));
  assertEquals([lod.nodes.length, report.points], [report.nodes, 600]);
  const unit = lod.about.edge / 2 ** lod.about.bits;
  const seen: string[] = [];
  let voxels = 0;
  for (const { index, count } of lod.nodes) {
    const { kind, coordinates, colors, attributes = [] } = lod.read(index);
    if (kind === "inner") voxels += count;
    for (let n = 0; n < count && kind === "leaf"; n++) {
      const place = [...coordinates.subarray(n * 3, n * 3 + 3)];
      const known = attributes.map(({ name, values }) => `${name} ${values[n]}`);
      const world = place.map((value, axis) => value * unit + (lod.about.min[axis] ?? 0));
      seen.push(JSON.stringify([world, [...colors.subarray(n * 4, n * 4 + 3)], known]));
    }
  }
  const time = new Float64Array(new Uint8Array(8).fill(0xee).buffer)[0];
  const wanted = points.map(({ at, rgb, intensity, classByte }) => {
    const [x, y, z] = at;
    const known = [
      `intensity ${intensity}`,
      "return number 6",
      "number of returns 5",
      `classification ${classByte}`,
      `point source id ${0xeeee}`,
      `gps-time ${time}`,
    ];
    return JSON.stringify([[x * 0.5 + 9, y * 0.5 + 8, z * 0.5 + 7], rgb, known]);
  });
  assertEquals(seen.toSorted(), wanted.toSorted());
  assertEquals(voxels, report.voxels);
});

eachBackend("lod says what it did in a table", async ({ device }) => {
  using folder = outFolder();
  const [scan, out] = [`${folder.path}/scan.bin`, `${folder.path}/tiles`];
  writeSlope(scan);
  const args = ["lod", scan, "--out", out, "--device", device];
  const { code, results, notes } = await runMain(args, true);
  assertEquals(code, 0);
  const text = results.join("\n");
  assertMatch(text, /^points +3,600 {2}\(1 more are not finite and left out\)$/m);
  assertMatch(text, /^leaves +1$/m);
  assertMatch(text, /^points\/s +\d.*M points\/s/m);
  assertStringIncludes(notes, "writing, ");
  const small = ["--points-per-leaf", "200", "--grid-size", "8", "--force"];
  assertStringIncludes((await runMain([...args, ...small], true)).notes, " left");
});

Deno.test("lod leaves nothing behind when it fails, and replaces datasets alone", async () => {
  using folder = outFolder();
  const [scan, out] = [`${folder.path}/scan.bin`, `${folder.path}/tiles`];
  writeSlope(scan);
  const names = (): string[] => [...Deno.readDirSync(folder.path)].map(({ name }) => name).sort();
  const lod = async (...more: string[]): Promise<string> => {
    const { code, notes } = await runMain(["lod", scan, "--out", out, "--device", "cpu", ...more]);
    assertEquals(code === 0, notes === "");
    return notes;
  };
  const good = Deno.readFileSync(scan);
  Deno.writeFileSync(scan, new Uint8Array(new Float32Array(8).fill(NaN).buffer));
  assertStringIncludes(await lod(), "there is no finite point");
  assertEquals(names(), ["scan.bin"]);
  Deno.writeFileSync(scan, good);
  Deno.mkdirSync(out);
  assertEquals(await lod(), "");
  assertEquals([...Deno.readDirSync(out)].length, 2);
  assertStringIncludes(await lod(), "it is not empty; --force replaces it");
  assertEquals(await lod("--force", "--format", "potree"), "");
  assertEquals([...Deno.readDirSync(out)].length, 3);
  assertEquals(names(), ["scan.bin", "tiles"]);
  // A failure leaves the old dataset as it was.
  Deno.writeFileSync(scan, good.subarray(0, 7));
  assertStringIncludes(await lod("--force"), "7 bytes");
  Deno.writeFileSync(scan, good);
  assertEquals([...Deno.readDirSync(out)].length, 3);
  Deno.writeTextFileSync(`${out}/letter.txt`, "mine");
  const refusal = await lod("--force");
  assertStringIncludes(refusal, 'letter.txt", which is no part of a dataset');
  const file = await runMain(["lod", scan, "--out", scan]);
  assertStringIncludes(file.notes, "it is a file");
  assertEquals(names(), ["scan.bin", "tiles"]);
});

/** Lets the n-th write fail as a full disk does; says whether it came to that. */
async function withFullDisk(n: number, run: () => Promise<void>): Promise<boolean> {
  let left = n;
  const check = (): void => {
    if (left-- === 0) throw new Error("No space left on device (os error 28)");
  };
  const names = ["writeFile", "writeFileSync", "writeTextFile", "writeTextFileSync"] as const;
  using stack = new DisposableStack();
  const replace = (owner: object, name: string): void => {
    const own = Object.getOwnPropertyDescriptor(owner, name);
    if (own === undefined) throw new Error(`There is no ${name}`);
    const value = function (this: unknown, ...args: unknown[]): unknown {
      check();
      return own.value.apply(this, args);
    };
    Object.defineProperty(owner, name, { ...own, value });
    stack.defer(() => void Object.defineProperty(owner, name, own));
  };
  for (const name of names) replace(Deno, name);
  for (const name of ["write", "writeSync"]) replace(Deno.FsFile.prototype, name);
  await run();
  return left < 0;
}

Deno.test("lod leaves nothing behind when the disk is full, at whatever write", async () => {
  using folder = outFolder();
  const [scan, out] = [`${folder.path}/scan.bin`, `${folder.path}/data`];
  const points = Array.from({ length: 200 }, (_, n) => [n % 20, n / 20 | 0, n % 7, 0]).flat();
  Deno.writeFileSync(scan, new Uint8Array(Float32Array.from(points).buffer));
  const small = ["--points-per-leaf", "100", "--grid-size", "2", "--device", "cpu"];
  for (
    const format of [
      ["tiles"],
      ["potree"],
      ["dvlod"],
      ["tiles", "--memory", "1M"],
      ["potree", "--memory", "1M"],
      ["potree", "--memory", "1M", "--pick", "poisson"],
      ["dvlod", "--memory", "1M"],
    ]
  ) {
    const args = ["lod", scan, "--out", out, "--format", ...format, ...small];
    for (let n = 0;; n++) {
      const isFull = await withFullDisk(n, async () => {
        const { code, notes } = await runMain(args);
        if (code === 0) return;
        assertEquals(notes, "denovdb: No space left on device (os error 28)\n", `${format}, ${n}`);
      });
      const names = [...Deno.readDirSync(folder.path)].map(({ name }) => name).sort();
      assertEquals(names, isFull ? ["scan.bin"] : ["data", "scan.bin"], `${format}, write ${n}`);
      if (!isFull) break;
      assert(n < 100, "writes do not end");
    }
    Deno.removeSync(out, { recursive: true });
  }
});

eachBackend("lod reads levels of a COPC file", async ({ device }) => {
  using folder = outFolder();
  const [scan, out] = [`${folder.path}/scan.copc.laz`, `${folder.path}/tiles`];
  const nodes = [
    { key: [0, 0, 0, 0], point: { at: [1, 2, 3] } },
    { key: [1, 0, 0, 0], point: { at: [-4, -5, -6] } },
    { key: [1, 1, 1, 1], point: { at: [4, 5, 6] } },
  ] as const;
  await Deno.writeFile(scan, copcBytes({ format: 6, nodes }).bytes);
  for (const [levels, count] of [["1", 1], ["2", 3]]) {
    const args = [
      "lod",
      scan,
      "--out",
      out,
      "--levels",
      `${levels}`,
      "--device",
      device,
      "--force",
      "--json",
    ];
    const { code, results, notes } = await runMain(args);
    assertEquals([code, notes], [0, ""]);
    assertEquals(JSON.parse(results.join("")).points, count);
  }
});

Deno.test("lod explains itself and refuses what makes no sense", async () => {
  const help = await runMain(["lod", "--help"], false);
  assertEquals(help.code, 0);
  assertStringIncludes(help.results.join(), "Usage: denovdb lod INPUT... --out DIR");
  for (
    const [args, problem] of [
      [[], "No input file is given"],
      [["a.las"], 'Option "--out" is missing'],
      [["a.las", "--out", "x", "--strategy", "best"], 'Option "--strategy" takes first, random, '],
      [
        ["a.las", "--out", "x", "--format", "best"],
        'Option "--format" takes tiles, potree or dvlod, not "best"',
      ],
      [["a.las", "--out", "x", "--grid-size", "0"], "takes a positive whole number"],
    ] as const
  ) {
    const { code, notes } = await runMain(["lod", ...args], false);
    assertEquals(code, 2);
    assertStringIncludes(notes, problem);
  }
});

eachBackend(
  "lod takes colors for what the last of many points says they are",
  async ({ device }) => {
    using folder = outFolder();
    const [input, out] = [`${folder.path}/dark.las`, `${folder.path}/potree`];
    // More points than are read at once, and one that needs more than 8 bits.
    const count = (1 << 17) + 1;
    const points = Array.from({ length: count }, (_, n): LasPoint => ({
      at: [n % 400, Math.floor(n / 400), 0],
      rgb: n === count - 1 ? [300, 600, 65535] : [200, 200, 200],
    }));
    Deno.writeFileSync(input, lasBytes({ format: 2, points }));
    const { code } = await runMain([
      ...["lod", input, "--out", out, "--format", "potree"],
      ...["--device", device, "--json"],
    ]);
    assertEquals(code, 0);
    const { attributes } = JSON.parse(Deno.readTextFileSync(`${out}/metadata.json`));
    const rgb = attributes.find(({ name }: { readonly name: string }) => name === "rgb");
    assertEquals([rgb.min, rgb.max], [[0, 0, 0], [1, 2, 255]]);
  },
);
