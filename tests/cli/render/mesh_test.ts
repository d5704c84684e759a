import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { decode } from "fast-png";
import { encodePly } from "../../../lib/io/mod.ts";
import { outFolder } from "../../_files.ts";
import { runMain } from "../_recorder.ts";

const SIZE = 160;

/** A ball of few triangles, which stands on a stick along y. */
function ball(): {
  readonly positions: Float64Array<ArrayBuffer>;
  readonly faces: Uint32Array<ArrayBuffer>;
} {
  const [rings, parts] = [8, 12];
  const positions: number[] = [];
  for (let ring = 0; ring <= rings; ring++) {
    for (let part = 0; part < parts; part++) {
      const [a, b] = [Math.PI * ring / rings, 2 * Math.PI * part / parts];
      positions.push(Math.sin(a) * Math.cos(b), Math.cos(a) + 2, Math.sin(a) * Math.sin(b));
    }
  }
  const faces: number[] = [];
  for (let ring = 0; ring < rings; ring++) {
    for (let part = 0; part < parts; part++) {
      const [here, next] = [ring * parts + part, ring * parts + (part + 1) % parts];
      faces.push(here, next, here + parts, next, next + parts, here + parts);
    }
  }
  const first = positions.length / 3;
  positions.push(-0.1, 0, 0, 0.1, 0, 0, 0, 2, 0, 0, 0, -0.1, 0, 0, 0.1);
  faces.push(first, first + 1, first + 2, first + 3, first + 4, first + 2);
  return { positions: Float64Array.from(positions), faces: Uint32Array.from(faces) };
}

async function draw(input: string, ...more: readonly string[]): Promise<readonly number[][][]> {
  const out = `${input}.png`;
  const size = ["--width", `${SIZE}`, "--height", `${SIZE}`, "--background", "none", "-o", out];
  const { code, notes } = await runMain(["render", input, ...size, ...more]);
  assertEquals([code, notes], [0, ""]);
  const { channels, data } = decode(await Deno.readFile(out));
  assertEquals(channels, 4);
  return Array.from(
    { length: SIZE },
    (_, y) =>
      Array.from(
        { length: SIZE },
        (_, x) => [...data.subarray((y * SIZE + x) * 4, (y * SIZE + x) * 4 + 4)],
      ),
  );
}

/** Pixels of a row that are covered. */
function covered(row: readonly (readonly number[])[] = []): number {
  return row.filter(([, , , alpha]) => alpha === 255).length;
}

Deno.test("render shades triangles smoothly, with the axis that is named up", async () => {
  using folder = outFolder();
  const input = `${folder.path}/ball.ply`;
  await Deno.writeFile(input, encodePly(ball()));
  const rows = await draw(input, "--up", "y", "--elevation", "0");
  // The ball is at the top, the stick at the bottom.
  const upper = rows.slice(0, SIZE / 2).reduce((sum, row) => sum + covered(row), 0);
  const lower = rows.slice(SIZE / 2).reduce((sum, row) => sum + covered(row), 0);
  assert(upper > 1.5 * lower && lower > 20, `${upper} and ${lower}`);
  // Faces are flat, but brightness changes in small steps across the ball.
  const line =
    rows[SIZE / 3 | 0]?.filter(([, , , alpha]) => alpha === 255).map(([red]) => red ?? 0) ?? [];
  assert(line.length > 30, `${line.length}`);
  const steps = line.slice(2, -2).map((value, at) => Math.abs(value - (line[at + 1] ?? value)));
  assert(Math.max(...steps) < 16 && new Set(line).size > 12, `${steps}`);
  const turned = await draw(input, "--up", "-y", "--elevation", "0");
  const top = turned.slice(0, SIZE / 2).reduce((sum, row) => sum + covered(row), 0);
  assert(Math.abs(top - lower) < 0.2 * upper, "the other way up is not the other way up");
});

Deno.test("render shows the nearer of two triangles, from both sides, in its colors", async () => {
  using folder = outFolder();
  const input = `${folder.path}/two.ply`;
  const at = (y: number): number[] => [-1, y, -1, 1, y, -1, 0, y, 1];
  const paint = (color: readonly number[]): number[] => [color, color, color].flat();
  await Deno.writeFile(
    input,
    encodePly({
      positions: Float64Array.from([...at(0), ...at(1)]),
      faces: Uint32Array.of(0, 1, 2, 3, 4, 5),
      colors: Uint8Array.from([...paint([220, 20, 20]), ...paint([20, 20, 220])]),
    }),
  );
  for (const [azimuth, isRed] of [["-90", true], ["90", false]] as const) {
    for (const more of [[], ["--ortho"]]) {
      const rows = await draw(input, "--azimuth", azimuth, "--elevation", "0", ...more);
      const [red = 0, , blue = 0, alpha] = rows[SIZE / 2]?.[SIZE / 2] ?? [];
      assertEquals([alpha, red > 2 * blue, blue > 2 * red], [255, isRed, !isRed]);
    }
  }
});

Deno.test("render colors triangles by heights and normals, with a legend", async () => {
  using folder = outFolder();
  const input = `${folder.path}/ball.ply`;
  await Deno.writeFile(input, encodePly(ball()));
  const view = ["--up", "y", "--elevation", "0", "--azimuth", "0"];
  const middle = SIZE / 2;
  const column = async (mode: string): Promise<readonly (readonly number[])[]> => {
    const rows = await draw(input, ...view, "--color", mode);
    // The plate of the legend, where nothing is drawn otherwise.
    assert((rows[SIZE - 6]?.[5]?.[3] ?? 0) > 100, mode);
    const column = rows.map((row) => row[middle] ?? []);
    return column.filter(([, , , alpha]) => alpha === 255);
  };
  const heights = await column("height");
  const [top = [], bottom = []] = [heights[4], heights.at(-4)];
  // From white at the top down to a deep green.
  assert((top[0] ?? 0) > 150 && (top[0] ?? 0) > (bottom[0] ?? 0) + 80, `${top} over ${bottom}`);
  const normals = await column("normal");
  const [up = [], front = []] = [normals[3], normals[Math.floor(normals.length / 3)]];
  assert((up[2] ?? 0) > (up[0] ?? 0), `${up} faces +z, which is blue`);
  assert((front[0] ?? 0) > (front[2] ?? 0), `${front} faces +x, which is red`);
});

Deno.test("render keeps the shading of a white surface", async () => {
  using folder = outFolder();
  const input = `${folder.path}/white.ply`;
  const { positions, faces } = ball();
  const colors = new Uint8Array(positions.length).fill(255);
  await Deno.writeFile(input, encodePly({ positions, faces, colors }));
  const rows = await draw(input, "--up", "y", "--elevation", "40");
  const reds = rows.flat().filter(([, , , alpha]) => alpha === 255).map(([red]) => red ?? 0);
  const bright = reds.filter((red) => red > 235);
  // The side in the light is white, its shading still there: no level is that of most of it, and none is the last.
  assert(bright.length > reds.length / 6, `${bright.length} of ${reds.length}`);
  assert(Math.max(...reds) < 255, `${Math.max(...reds)}`);
  const counts = new Map<number, number>();
  for (const red of bright) counts.set(red, (counts.get(red) ?? 0) + 1);
  assert(counts.size >= 10 && Math.max(...counts.values()) < bright.length / 4, `${[...counts]}`);
});

Deno.test("render draws the voxels of a mesh where their size is given", async () => {
  using folder = outFolder();
  const input = `${folder.path}/ball.ply`;
  await Deno.writeFile(input, encodePly(ball()));
  const args = ["render", input, "-o", `${folder.path}/a.png`, "--width", "40", "--height", "30"];
  const voxels = await runMain([...args, "--voxel-size", "0.5", "--device", "cpu", "--json"]);
  assertEquals(JSON.parse(voxels.results[0] ?? "").voxelSize, 0.5);
  const mesh = await runMain([...args, "--json"]);
  assertEquals(JSON.parse(mesh.results[0] ?? "").triangles, ball().faces.length / 3);
  const wrong = await runMain([...args, "--color", "class"]);
  assertEquals(wrong.code, 2);
  assertStringIncludes(wrong.notes, '"--color" takes rgb, height or normal, not "class"');
  assertStringIncludes(wrong.notes, "--voxel-size draws its vertices as voxels");
});
