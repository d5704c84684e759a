/**
 * Commands on the example scan. The files that they write have to be the same on every device.
 *
 * @module
 */
/** Runs a command line of denovdb; fails if it does. */
export type RunCommand = (args: readonly string[]) => Promise<void>;

const SCAN = "examples/data/autzen_trim.laz";
const SMALL = ["--width", "320", "--height", "180"];

/**
 * Runs commands that convert, mesh, draw and build levels of detail.
 *
 * @param run Runs a command line.
 * @param device The device that the commands run on.
 * @param folder An empty folder for their files.
 * @returns A hash of each file, by its path in the folder.
 */
export async function commandHashes(
  run: RunCommand,
  device: string,
  folder: string,
): Promise<ReadonlyMap<string, string>> {
  const at = (name: string): string => `${folder}/${name}`;
  const call = (...args: readonly string[]): Promise<void> => run([...args, "--device", device]);
  const points = at("points.las");
  await call("convert", SCAN, points);
  await call("convert", points, at("voxels.nvdb"), "--voxel-size", "12");
  await call("voxelize", points, "--voxel-size", "12", "--out", at("voxels.ply"));
  // The scan has no surface: the colors of its voxels, one after the other, have one.
  await call("convert", at("voxels.nvdb"), at("colors.nrrd"));
  await call("convert", at("voxels.nvdb"), at("colors.raw"));
  const raw = ["--type", "u8", "--dims", dimsOf(await Deno.readFile(at("colors.nrrd")))];
  const surface = at("surface.ply");
  await call("mesh", at("colors.raw"), ...raw, "--iso", "80", "--inside", "above", "-o", surface);
  await call("convert", surface, at("band.nvdb"), "--unsigned", "--voxel-size", "1.5");
  await call("mesh", at("band.nvdb"), "--iso", "1", "--out", at("shell.ply"));
  await call("render", surface, ...SMALL, "--out", at("surface.png"));
  await call("render", points, ...SMALL, "--voxel-size", "6", "--out", at("voxels.png"));
  await call("render", points, ...SMALL, "--lod", "--min-size", "16", "--out", at("lod.png"));
  await call("lod", points, "--points-per-leaf", "5000", "--out", at("tiles"));
  await call("lod", points, "--format", "potree", "--pick", "poisson", "--out", at("potree"));
  return await hashesBelow(folder, "");
}

/** The extents of a volume of three channels, as one of a channel that is three times as long. */
function dimsOf(nrrd: Uint8Array): string {
  const header = new TextDecoder().decode(nrrd.subarray(0, 1024));
  const [, channels, x, y, z] = /^sizes: (\d+) (\d+) (\d+) (\d+)$/m.exec(header) ?? [];
  return `${Number(channels) * Number(x)}x${y}x${z}`;
}

async function hashesBelow(folder: string, path: string): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  const entries = await Array.fromAsync(Deno.readDir(`${folder}/${path}`));
  for (const { name, isDirectory } of entries.sort((a, b) => a.name < b.name ? -1 : 1)) {
    const file = path === "" ? name : `${path}/${name}`;
    if (isDirectory) {
      for (const [inside, hash] of await hashesBelow(folder, file)) hashes.set(inside, hash);
    } else {
      const digest = await crypto.subtle.digest(
        "SHA-256",
        await Deno.readFile(`${folder}/${file}`),
      );
      hashes.set(file, new Uint8Array(digest).toHex().slice(0, 16));
    }
  }
  return hashes;
}
