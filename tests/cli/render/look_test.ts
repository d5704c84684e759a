import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { decode } from "fast-png";
import { encodePly } from "../../../lib/io/mod.ts";
import { eachBackend } from "../../_backends.ts";
import { outFolder } from "../../_files.ts";
import { nrrdBytes } from "../../io/nrrd/_bytes.ts";
import { lasBytes, type LasPoint } from "../../io/las/_bytes.ts";
import { runMain } from "../_recorder.ts";

const SIZE = 150;
/** A ball in the world. */
const [MIDDLE, RADIUS] = [[100, 200, 300], 10] as const;

/** Points on a ball, well spread. */
function onBall(count: number): number[] {
  return Array.from({ length: count }, (_, n) => {
    const height = (2 * n + 1) / count - 1;
    const [angle, ring] = [n * Math.PI * (3 - Math.sqrt(5)), Math.sqrt(1 - height * height)];
    return [ring * Math.cos(angle), ring * Math.sin(angle), height];
  }).flat().map((one, at) => one * RADIUS + (MIDDLE[at % 3] ?? 0));
}

/** A ball of samples half a unit apart, below 0 outside and 1 from 0.1 units inside. */
async function writeVolume(path: string): Promise<void> {
  const side = 48;
  const samples = Array.from({ length: side ** 3 }, (_, n) => {
    const offset = [n % side, Math.floor(n / side) % side, Math.floor(n / side ** 2)];
    const way = Math.hypot(...offset.map((one) => (one - (side - 1) / 2) / 2));
    return Math.max(-1, Math.min(1, (RADIUS - way) * 10));
  });
  const first = MIDDLE.map((one) => one - (side - 1) / 4);
  const lines = [
    "space dimension: 3",
    `space origin: (${first.join(",")})`,
    "space directions: (0.5,0,0) (0,0.5,0) (0,0,0.5)",
  ];
  const sizes = [side, side, side];
  await Deno.writeFile(path, await nrrdBytes({ type: "f32", sizes, samples, lines }));
}

/** A mesh of triangles between rings of a ball. */
function meshBall(): {
  readonly positions: Float64Array<ArrayBuffer>;
  readonly faces: Uint32Array<ArrayBuffer>;
} {
  const [rings, parts] = [40, 80];
  const positions: number[] = [];
  const faces: number[] = [];
  for (let ring = 0; ring <= rings; ring++) {
    for (let part = 0; part < parts; part++) {
      const [a, b] = [Math.PI * ring / rings, 2 * Math.PI * part / parts];
      const unit = [Math.sin(a) * Math.cos(b), Math.sin(a) * Math.sin(b), Math.cos(a)];
      positions.push(...unit.map((one, axis) => one * RADIUS + (MIDDLE[axis] ?? 0)));
      const [here, next] = [ring * parts + part, ring * parts + (part + 1) % parts];
      if (ring < rings) faces.push(here, next, here + parts, next, next + parts, here + parts);
    }
  }
  return { positions: Float64Array.from(positions), faces: Uint32Array.from(faces) };
}

interface Drawn {
  readonly channels: number;
  readonly at: (x: number, y: number) => readonly number[];
}

async function draw(out: string, args: readonly string[]): Promise<Drawn> {
  const size = ["--width", `${SIZE}`, "--height", `${SIZE}`, "-o", out];
  const { code, notes } = await runMain(["render", ...args, ...size]);
  assertEquals([code, notes], [0, ""]);
  const { channels, data } = decode(await Deno.readFile(out));
  const at = (x: number, y: number): number[] => [
    ...data.subarray((y * SIZE + x) * channels, (y * SIZE + x + 1) * channels),
  ];
  return { channels, at };
}

/** Columns and rows that are covered through the middle. */
function extents({ at }: Drawn): readonly [across: number, along: number] {
  const places = Array.from({ length: SIZE }, (_, n) => n);
  const isSeen = (pixel: readonly number[]): boolean => (pixel[3] ?? 0) > 60;
  return [
    places.filter((x) => isSeen(at(x, SIZE / 2))).length,
    places.filter((y) => isSeen(at(SIZE / 2, y))).length,
  ];
}

/** What is drawn of the ball in each way: the arguments, its middle and radius, and by how much edges are soft. */
async function ballsIn(folder: string): Promise<
  readonly {
    readonly args: readonly string[];
    readonly middle: readonly number[];
    readonly radius: number;
    readonly soft: number;
  }[]
> {
  const path = (name: string): string => `${folder}/${name}`;
  await writeVolume(path("ball.nrrd"));
  await Deno.writeFile(path("mesh.ply"), encodePly(meshBall()));
  const positions = Float64Array.from(onBall(60_000));
  await Deno.writeFile(path("points.ply"), encodePly({ positions }));
  const own = { middle: MIDDLE, radius: RADIUS };
  const volume = [path("ball.nrrd"), "--threshold", "0"];
  return [
    { ...own, args: [path("mesh.ply")], soft: 1 },
    {
      ...own,
      args: [path("points.ply"), "--voxel-size", "0.2", "--sky-rays", "0"],
      soft: 1.5,
    },
    { ...own, args: [path("points.ply"), "--lod"], soft: 1.5 },
    { ...own, args: volume, soft: 1 },
    { ...own, args: [...volume, "--mode", "transparent"], soft: 2 },
    { ...own, args: [...volume, "--mode", "mist"], soft: 2 },
    {
      middle: [0, 0, 0],
      radius: 1,
      args: ["--field", "sphere", "--resolution", "64", "--sky-rays", "0"],
      soft: 1,
    },
  ];
}

eachBackend(
  "render looks at everything from a place, with and without perspective",
  async ({ device }) => {
    using folder = outFolder();
    const out = `${folder.path}/a.png`;
    for (
      const { args, middle: [x = 0, y = 0, z = 0], radius, soft } of await ballsIn(folder.path)
    ) {
      const common = [...args, "--device", device, "--background", "none", "--fov", "90"];
      const target = ["--target", `${x},${y},${z}`];
      const places = [`${x},${y - 3 * radius},${z}`, `${x + 3 * radius},${y},${z}`];
      for (const eye of places) {
        const near = await draw(out, [...common, "--eye", eye, ...target]);
        const name = `${args.join(" ")} from ${eye}`;
        assertEquals(near.channels, 4, name);
        // The tangent of the angle whose sine is 1 / 3, of the half of the picture, whose tangent is 1.
        for (const side of extents(near)) assertAlmostEquals(side, SIZE / Math.sqrt(8), soft, name);
        assertEquals(near.at(1, 1), [0, 0, 0, 0], name);
        const flat = await draw(out, [...common, "--eye", eye, ...target, "--ortho"]);
        // As the picture is 6 radii high in the distance of the middle.
        for (const side of extents(flat)) assertAlmostEquals(side, SIZE / 3, soft, `${name}, flat`);
      }
      // Off the middle by a radius: by a sixth of the picture.
      const aside = [
        "--target",
        `${x - radius},${y},${z}`,
        "--eye",
        `${x - radius},${y - 3 * radius},${z}`,
      ];
      const shifted = await draw(out, [...common, "--ortho", ...aside]);
      const columns = Array.from({ length: SIZE }, (_, n) => n).filter((column) =>
        (shifted.at(column, SIZE / 2)[3] ?? 0) > 60
      );
      const middle = ((columns[0] ?? 0) + (columns.at(-1) ?? 0) + 1) / 2;
      assertAlmostEquals(middle, SIZE / 2 + SIZE / 6, soft, args.join(" "));
    }
  },
);

/** A wide slab at the bottom and a narrow pillar on it, along z. */
function pillar(): number[] {
  const points: number[] = [];
  for (let x = -12; x <= 12; x++) {
    for (let y = -12; y <= 12; y++) {
      for (let z = 0; z <= 2; z++) points.push(x, y, z);
      for (let z = 3; Math.abs(x) < 3 && Math.abs(y) < 3 && z <= 25; z++) points.push(x, y, z);
    }
  }
  return points;
}

eachBackend("render --lod turns the axis that is named up", async ({ device }) => {
  using folder = outFolder();
  const input = `${folder.path}/pillar.ply`;
  await Deno.writeFile(input, encodePly({ positions: Float64Array.from(pillar()) }));
  const wide = async (up: string): Promise<readonly [upper: number, lower: number]> => {
    const look = ["--lod", "--elevation", "0", "--azimuth", "0", "--background", "none"];
    const more = ["--point-size", "6", "--device", device, "--up", up];
    const { at } = await draw(`${input}.png`, [input, ...look, ...more]);
    const seen = Array.from({ length: SIZE }, (_, y) => y).filter((y) => at(75, y)[3] === 255);
    const rows = [seen[0] ?? 0, seen.at(-1) ?? 0] as const;
    const count = (y: number): number =>
      Array.from({ length: SIZE }, (_, x) => at(x, y)).filter(([, , , alpha]) => alpha === 255)
        .length;
    // A little below the top and a little above the bottom of what is drawn.
    return [count(rows[0] + 8), count(rows[1] - 8)];
  };
  const [upper, lower] = await wide("z");
  assert(lower > 2 * upper && upper > 5, `${upper} over ${lower}`);
  const [over, under] = await wide("-z");
  assert(over > 2 * under && under > 5, `${over} over ${under}`);
});

eachBackend("render --lod colors points by what they have, with a legend", async ({ device }) => {
  using folder = outFolder();
  const input = `${folder.path}/halves.las`;
  const points = Array.from({ length: 1600 }, (_, n): LasPoint => {
    const isEast = n % 40 >= 20;
    return {
      at: [n % 40, Math.floor(n / 40), isEast ? 10 : 0],
      intensity: isEast ? 900 : 100,
      classByte: isEast ? 6 : 2,
      rgb: [65535, 65535, 65535],
    };
  });
  await Deno.writeFile(input, lasBytes({ format: 3, points, scale: [1, 1, 1] }));
  const look = ["--lod", "--elevation", "89", "--azimuth", "-90", "--point-size", "8"];
  const shot = async (...more: string[]): Promise<Drawn> =>
    await draw(`${input}.png`, [input, ...look, "--device", device, ...more]);
  const classes = await shot("--color", "class");
  // Ground and buildings, as the legend has them.
  assertEquals(classes.at(55, 75), [166, 124, 82]);
  assertEquals(classes.at(95, 75), [222, 94, 72]);
  assert(classes.at(5, SIZE - 6).slice(0, 3).every((one) => one < 110));
  const plain = await shot();
  assertEquals([plain.at(55, 75), plain.at(95, 75)], [[255, 255, 255], [255, 255, 255]]);
  assert(plain.at(5, SIZE - 6).some((one) => one > 110));
  for (const mode of ["height", "intensity"]) {
    const { at } = await shot("--color", mode);
    assertEquals([at(55, 75), at(95, 75)], [[38, 70, 83], [246, 238, 228]], mode);
  }
});

eachBackend(
  "render colors volumes by height or value, and fields by normals",
  async ({ device }) => {
    using folder = outFolder();
    const input = `${folder.path}/ball.nrrd`;
    await writeVolume(input);
    const common = ["--device", device, "--elevation", "0", "--background", "none"];
    const shot = async (...more: string[]): Promise<Drawn> =>
      await draw(`${input}.png`, [...more, ...common]);
    const hasLegend = ({ at }: Drawn): boolean => (at(5, SIZE - 6)[3] ?? 0) > 100;
    const heights = await shot(input, "--threshold", "0", "--color", "height");
    const [top, bottom] = [heights.at(75, 40), heights.at(75, 110)];
    assert((top[0] ?? 0) > (bottom[0] ?? 0) + 60, `${top} over ${bottom}`);
    assert(hasLegend(heights));
    for (const mode of ["transparent", "mist"]) {
      const values = await shot(input, "--threshold", "0", "--mode", mode, "--color", "value");
      assert(hasLegend(values), mode);
      const plain = await shot(input, "--threshold", "0", "--mode", mode);
      assertEquals([plain.at(75, 75), hasLegend(plain)], [values.at(75, 75), false]);
    }
    const field = ["--field", "sphere", "--resolution", "32", "--sky-rays", "0", "--azimuth", "0"];
    const normals = await shot(...field, "--color", "normal");
    const [red = 0, green = 0, blue = 0] = normals.at(75, 75);
    // The middle faces the camera on the x axis.
    assert(red > green + 40 && red > blue + 40, `${red}, ${green}, ${blue}`);
    assert(hasLegend(normals));
  },
);
