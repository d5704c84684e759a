import { assertEquals, assertStringIncludes } from "@std/assert";
import { encodeGlb, encodeNvdb, type NvdbGridInput } from "../../../lib/io/mod.ts";
import { contexts } from "../../_backends.ts";
import { outFolder } from "../../_files.ts";
import { runMain } from "../_recorder.ts";
import { notesOfView, startView, type Viewing } from "../_viewing.ts";

interface Scene {
  readonly kind: string;
  readonly source: string;
  readonly origin: readonly number[];
  readonly edges: readonly number[];
  readonly count: number;
  readonly axes?: readonly number[];
  readonly columns: readonly string[];
}

/** Voxels as the page shows them: place in the world, color if there are any, columns. */
async function shownBy({ address }: Viewing): Promise<{ scene: Scene; voxels: string[] }> {
  const scene: Scene = await (await fetch(`${address}scene.json`)).json();
  const bytes = await (await fetch(new URL(scene.source, address))).bytes();
  const { count, edges, origin, columns, axes = [1, 0, 0, 0, 1, 0, 0, 0, 1] } = scene;
  const cells = new Float32Array(bytes.buffer, 0, count * 3);
  const numbersAt = bytes.length - 4 * count * columns.length;
  const numbers = new Float32Array(bytes.buffer, numbersAt);
  const voxels = Array.from({ length: count }, (_, n) => {
    const local = [0, 1, 2].map((axis) => (cells[3 * n + axis] ?? NaN) * (edges[axis] ?? NaN));
    const place = [0, 1, 2].map((row) =>
      local.reduce((sum, one, axis) => sum + one * (axes[3 * row + axis] ?? 0), origin[row] ?? 0)
    );
    const color = numbersAt > 12 * count
      ? ` ${bytes.subarray(12 * count + 4 * n, 12 * count + 4 * n + 4)}`
      : "";
    return `${place}${color}${columns.map((_, k) => ` ${numbers[k * count + n]}`).join("")}`;
  });
  return { scene, voxels: voxels.sort() };
}

/** A name, and voxels in no order with what they have. */
const FRAME: NvdbGridInput = {
  type: "float",
  name: "fog",
  ijk: new Int32Array([9, 0, 0, 0, 0, 0, 0, 2, 0]),
  values: new Float32Array([3, 1, 2]),
};

for (const { device } of contexts) {
  Deno.test(`view shows sparse grids by their values [${device}]`, async () => {
    using folder = outFolder();
    const file = `${folder.path}/grids.nvdb`;
    const view = (...more: string[]) => startView(file, "--device", device, ...more);
    const tile = {
      origins: new Int32Array([16, 0, 0]),
      sides: new Uint16Array([8]),
      values: new Float32Array([7]),
    };
    await Deno.writeFile(file, encodeNvdb([{ ...FRAME, voxelSize: 0.5, origin: [10, 0, 0] }]));
    {
      await using viewing = await view();
      const { kind, grid, values, active, voxels, shown } = viewing.report;
      assertEquals([kind, grid, values, active, voxels, shown], [
        "voxels",
        "fog",
        "float, unknown",
        3,
        3,
        undefined,
      ]);
      const found = await shownBy(viewing);
      assertEquals([found.scene.columns, found.scene.axes], [["fog"], undefined]);
      assertEquals(found.voxels, ["10,0,0 1", "10,1,0 2", "14.5,0,0 3"]);
    }
    // Of voxels of a tile those are left out that nobody sees; values follow.
    await Deno.writeFile(file, encodeNvdb([FRAME, { ...FRAME, tiles: tile }]));
    {
      await using viewing = await view("--grid", "1", "--threshold", "1");
      const { voxels, shown, "at the surface": seen } = viewing.report;
      assertEquals([voxels, shown, seen], [514, "above 1", 2 + 512 - 216]);
      const found = await shownBy(viewing);
      assertEquals(found.voxels.filter((one) => !one.endsWith(" 7")), ["0,2,0 2", "9,0,0 3"]);
    }
    const several = await runMain(["view", file, "--device", device]);
    assertEquals(several.code, 1);
    assertStringIncludes(several.notes, "There are 2 grids, --grid picks one of");
    // The inside of a level set, in a grid whose x points up.
    const matrix = [0, 0, 1, 0, 1, 0, 2, 0, 0];
    const values = new Float32Array([-1, 1, 0]);
    const band: NvdbGridInput = { ...FRAME, gridClass: "levelSet", matrix, values };
    await Deno.writeFile(file, encodeNvdb([band]));
    {
      await using viewing = await view();
      const found = await shownBy(viewing);
      assertEquals([viewing.report.shown, found.scene.edges], ["0 or less", [2, 1, 1]]);
      assertEquals(found.scene.axes, [0, 0, 1, 0, 1, 0, 1, 0, 0]);
      assertEquals(found.voxels, ["0,0,18 -1", "0,2,0 0"]);
    }
    // Colors are those of the file; vectors have lengths; a checksum can be ignored.
    const columns = [
      { name: "color", values: new Uint8Array([255, 0, 0, 0, 255, 0, 0, 0, 255]), channels: 3 },
      { name: "speed", values: new Float32Array([3, 4, 0, 0, 0, 1, 0, 2, 0]), channels: 3 },
    ];
    const { values: _, ...bare } = FRAME;
    const bytes = encodeNvdb([{ ...bare, type: "onIndex", columns }]);
    bytes[bytes.length - 1] = 1; // behind the last column
    await Deno.writeFile(file, bytes);
    const wrong = "the checksum of its nodes is";
    assertStringIncludes((await runMain(["view", file, "--strict"])).notes, wrong);
    assertStringIncludes(await notesOfView(file), `denovdb: warning: ${wrong}`);
    await using viewing = await view("--unverified");
    const found = await shownBy(viewing);
    assertEquals(found.scene.columns, ["speed"]);
    assertEquals(found.voxels, [
      "0,0,0 0,255,0,255 1",
      "0,2,0 0,0,255,255 2",
      "9,0,0 255,0,0,255 5",
    ]);
  });
}

Deno.test("view shows GLB files", async () => {
  using folder = outFolder();
  const file = `${folder.path}/mesh.glb`;
  const positions = new Float32Array([0, 0, 0, 2, 0, 0, 0, 2, 0]);
  await Deno.writeFile(file, encodeGlb({ positions, faces: new Uint32Array([0, 1, 2]) }));
  await using viewing = await startView(file);
  const { kind, vertices, triangles } = viewing.report;
  assertEquals([kind, vertices, triangles], ["mesh", 3, 1]);
});
