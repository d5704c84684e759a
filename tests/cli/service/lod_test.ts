import { assert, assertEquals, assertRejects } from "@std/assert";
import { toFileUrl } from "@std/path";
import {
  lodToDvlod,
  lodToPotree,
  type LodToPotreeOptions,
  lodToTiles,
} from "../../../lib/cli/main.ts";
import type { Device } from "../../../lib/core/mod.ts";
import { FormatError } from "../../../lib/io/mod.ts";
import { eachBackend } from "../../_backends.ts";
import { outFolder } from "../../_files.ts";
import { lasBytes, type LasPoint } from "../../io/las/_bytes.ts";
import { runMain } from "../_recorder.ts";
import type { Order, Report } from "./_worker.ts";

/** Points on a wave, as a LAS file. */
function waves(count: number): Uint8Array<ArrayBuffer> {
  const points = Array.from({ length: count }, (_, n): LasPoint => {
    const [x, y] = [n % 200, Math.floor(n / 200)];
    return { at: [x, y, Math.round(20 * Math.sin(x / 9))], rgb: [x * 256, y * 256, 9 * 256] };
  });
  return lasBytes({ format: 3, points, scale: [1, 1, 1] }).slice();
}

/** All files of a folder, by name. */
function filesIn(folder: string, under = ""): Record<string, string> {
  const all: Record<string, string> = {};
  for (const { name, isDirectory } of Deno.readDirSync(`${folder}/${under}`)) {
    const path = `${under}${name}`;
    if (isDirectory) Object.assign(all, filesIn(folder, `${path}/`));
    else all[path] = Deno.readFileSync(`${folder}/${path}`).toHex();
  }
  return all;
}

function namesIn(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => name).sort();
}

eachBackend(
  "lodToTiles(), lodToPotree() and lodToDvlod() write what lod writes, of bytes, blobs and paths",
  async ({ device }) => {
    using folder = outFolder();
    const bytes = waves(6000);
    const file = `${folder.path}/waves.las`;
    await Deno.writeFile(file, bytes);
    const tree = { pointsPerLeaf: 500, gridSize: 16, device: device as Device };
    const flags = ["--points-per-leaf", "500", "--grid-size", "16", "--device", device];
    for (
      const [format, write] of [
        ["tiles", lodToTiles],
        ["potree", lodToPotree],
        ["dvlod", lodToDvlod],
      ] as const
    ) {
      const expected = `${folder.path}/${format}`;
      const args = ["lod", file, "-o", expected, "--format", format, ...flags, "--json"];
      const { results } = await runMain(args);
      const { readMs: _r, buildMs: _b, writeMs: _w, pointsPerSecond: _p, ...numbers } = JSON.parse(
        results[0] ?? "",
      );
      for (
        const [input, name] of [
          [bytes, "cloud.las"],
          [new Blob([bytes]), "cloud.las"],
          [new File([bytes], "waves.las"), "waves.las"],
          [file, file],
          [toFileUrl(file), file],
        ] as const
      ) {
        const dir = `${folder.path}/${format}-of-it`;
        const result = await write(input, toFileUrl(dir), tree);
        const { readMs, buildMs, writeMs, pointsPerSecond, ...own } = result;
        assert([readMs, buildMs, writeMs, pointsPerSecond].every((one) => one >= 0));
        // Potree's metadata has the name of the file.
        if (name !== "cloud.las") assertEquals(filesIn(dir), filesIn(expected), name);
        else assertEquals(Object.keys(filesIn(dir)), Object.keys(filesIn(expected)));
        assertEquals(own, { ...numbers, inputs: [name], out: dir, written: own.written });
        await Deno.remove(dir, { recursive: true });
      }
    }
    assertEquals(namesIn(folder.path), ["dvlod", "potree", "tiles", "waves.las"]);
  },
);

Deno.test("lodToTiles() tells how far it has come, in memory and in parts", async () => {
  using folder = outFolder();
  const bytes = waves(6000);
  for (
    const [memory, phases] of [[undefined, "reading building writing"], [
      1 << 24,
      "reading sorting writing",
    ]] as const
  ) {
    const told: { readonly phase: string; readonly done: number }[] = [];
    const { points } = await lodToTiles([bytes, bytes], `${folder.path}/${phases}`, {
      pointsPerLeaf: 500,
      device: "cpu",
      ...(memory === undefined ? {} : { memory }),
      onProgress: (progress) => told.push(progress),
    });
    assertEquals(points, 12_000);
    assertEquals([...new Set(told.map(({ phase }) => phase))].join(" "), phases);
    assert(told.every(({ done }) => done >= 0 && done <= 1));
    assertEquals(told.filter(({ phase }) => phase === "writing").at(-1)?.done, 1);
  }
});

Deno.test("lodToTiles() ends by its signal, and leaves what was there as it was", async () => {
  using folder = outFolder();
  const dir = `${folder.path}/tiles`;
  const bytes = waves(6000);
  await lodToTiles(bytes, dir, { device: "cpu" });
  const before = filesIn(dir);
  for (const phase of ["reading", "building", "writing"]) {
    const controller = new AbortController();
    const work = lodToTiles(bytes, dir, {
      device: "cpu",
      pointsPerLeaf: 100,
      overwrite: true,
      signal: controller.signal,
      onProgress: (progress) => {
        if (progress.phase === phase) controller.abort(new RangeError(`stop at ${phase}`));
      },
    });
    await assertRejects(() => work, RangeError, `stop at ${phase}`);
    assertEquals([namesIn(folder.path), filesIn(dir)], [["tiles"], before]);
  }
  const early = AbortSignal.abort();
  await assertRejects(() => lodToTiles(bytes, dir, { signal: early }), DOMException);
  await assertRejects(
    () => lodToTiles(bytes, dir, { device: "cpu" }),
    RangeError,
    "it is not empty; the option overwrite replaces it",
  );
  assertEquals(filesIn(dir), before);
});

Deno.test("lodToTiles() says what is wrong, and leaves nothing", async () => {
  using folder = outFolder();
  const dir = `${folder.path}/tiles`;
  const bytes = waves(100);
  const cases:
    readonly (readonly [() => Promise<unknown>, new (...args: never[]) => Error, string])[] = [
      [() => lodToTiles([], dir), RangeError, "there is no input, one or more expected"],
      [
        () => lodToTiles(bytes.buffer as unknown as string, dir),
        TypeError,
        "input is an ArrayBuffer, a Uint8Array, a Blob, a path or a file: URL expected",
      ],
      [
        () => lodToTiles([bytes, Promise.resolve("x") as unknown as string], dir),
        TypeError,
        "input 1 is a Promise",
      ],
      [
        () => lodToTiles(bytes, new URL("https://a.b/c")),
        TypeError,
        "dir is an URL, a path or a file: URL expected",
      ],
      [
        () => lodToTiles(bytes, dir, { gridsize: 3 } as object),
        TypeError,
        'the option "gridsize" is unknown',
      ],
      [() => lodToTiles(bytes, dir, { pick: "random" } as object), TypeError, '"pick" is unknown'],
      [
        () => lodToPotree(bytes, dir, { pick: "best" } as unknown as LodToPotreeOptions),
        RangeError,
        'pick is "best", central, random or poisson expected',
      ],
      [
        () => lodToTiles(bytes, dir, { memory: -1 }),
        RangeError,
        "memory is -1, a whole number from 1",
      ],
      [() => lodToTiles(bytes, dir, { gridSize: 100 }), RangeError, "power of two"],
      [
        () => lodToTiles(bytes.subarray(0, 300), dir),
        FormatError,
        "cloud.las",
      ],
      [
        () => lodToTiles(new File(["1 2\n3"], "a.xyz"), dir),
        FormatError,
        '"a.xyz"',
      ],
      [() => lodToTiles(`${folder.path}/none.las`, dir), Error, "none.las"],
    ];
  for (const [call, type, message] of cases) {
    await assertRejects(call, type, message);
    assertEquals(namesIn(folder.path), [], message);
  }
});

/** Runs the worker until it has told what came of its order. */
async function inWorker(
  order: Order,
  onReport: (report: Report, worker: Worker) => void,
): Promise<Report> {
  const worker = new Worker(import.meta.resolve("./_worker.ts"), { type: "module" });
  try {
    return await new Promise((resolve, reject) => {
      worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error(event.message));
      };
      worker.onmessage = ({ data }: MessageEvent<Report>) => {
        if ("phase" in data) onReport(data, worker);
        else resolve(data);
      };
      worker.postMessage(order);
    });
  } finally {
    worker.terminate();
  }
}

Deno.test("lodToTiles() runs in a worker, tells its progress and stops when it is told to", async () => {
  using folder = outFolder();
  const dir = `${folder.path}/tiles`;
  const bytes = waves(6000);
  const phases = new Set<string>();
  const built = await inWorker({ bytes, dir }, (report) => {
    if ("phase" in report) phases.add(report.phase);
  });
  assert("points" in built);
  assertEquals(built.points, 6000);
  assertEquals([...phases], ["reading", "building", "writing"]);
  assert(Deno.statSync(`${dir}/tileset.json`).isFile);
  // In parts, the first of which is told of: the order to stop comes between two of them.
  const large = waves(600_000);
  const stopped = await inWorker(
    { bytes: large, dir: `${folder.path}/never`, memory: 1 << 25 },
    (report, worker) => {
      if ("phase" in report && report.phase === "sorting") worker.postMessage("stop");
    },
  );
  assertEquals(stopped, { reason: "stopped by its owner" });
  assertEquals(namesIn(folder.path), ["tiles"]);
});
