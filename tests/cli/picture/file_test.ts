import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { decode } from "fast-png";
import {
  averageSamples,
  checkTarget,
  ditherNoise,
  savePicture,
} from "../../../lib/cli/picture/file.ts";
import { fromSrgb } from "../../../lib/cli/picture/shading.ts";
import { outFolder } from "../../_files.ts";

Deno.test("averageSamples() averages light, not bytes, and limits bright samples", () => {
  const pixels = new Uint8Array(6);
  const linear = Float32Array.from([
    ...[0, 0.5, 9, 0, 0.5, 0, 0, 0.5, 0, 0.4, 0.5, 0],
    ...Array(12).fill(0),
  ]);
  averageSamples(linear, pixels, { samples: 2 });
  const byte = (light: number): number => Math.round((1.055 * light ** (1 / 2.4) - 0.055) * 255);
  assertEquals([...pixels], [byte(0.1), byte(0.5), byte(0.6), 0, 0, 0]);
});

Deno.test("averageSamples() dithers so that means keep what bytes cannot hold", () => {
  const [width, height] = [64, 64];
  for (const level of [100.25, 100.5, 30.9, 0.1]) {
    const linear = new Float32Array(width * height * 3).fill(fromSrgb(level / 255));
    const pixels = new Uint8Array(linear.length);
    const dither = (pixel: number): number => ditherNoise(pixel % width, Math.floor(pixel / width));
    averageSamples(linear, pixels, { samples: 1, dither });
    const mean = pixels.reduce((sum, one) => sum + one, 0) / pixels.length;
    assert(Math.abs(mean - level) < 0.02, `${mean} for ${level}`);
    assert(pixels.every((one) => Math.abs(one - level) < 1));
  }
});

Deno.test("savePicture() writes what a decoder reads, and checkTarget() asks first", async () => {
  using folder = outFolder();
  const path = `${folder.path}/a.png`;
  await checkTarget(path, { json: false });
  await savePicture(path, Uint8Array.of(1, 2, 3, 4, 5, 6), { width: 1, height: 2 });
  const { width, height, data } = decode(await Deno.readFile(path));
  assertEquals([width, height, [...data]], [1, 2, [1, 2, 3, 4, 5, 6]]);
  await assertRejects(
    () => checkTarget(`${folder.path}/no/a.png`, { json: true }),
    Error,
    "there is no folder",
  );
  await assertRejects(
    () => checkTarget(`${path}/a.png`, { json: true }),
    Error,
    "there is no folder",
  );
});

Deno.test("checkTarget() asks for permission unless JSON is wanted", async () => {
  using folder = outFolder();
  const path = `${folder.path}/a.png`;
  const permissions = Object.getPrototypeOf(Deno.permissions);
  const { request } = permissions;
  let asked = 0;
  permissions.request = (descriptor: Deno.PermissionDescriptor): Promise<Deno.PermissionStatus> => {
    asked++;
    return request.call(Deno.permissions, descriptor);
  };
  try {
    await checkTarget(path, { json: true });
    assertEquals(asked, 0);
    await checkTarget(path, { json: false });
    assertEquals(asked, 1);
  } finally {
    permissions.request = request;
  }
});

/** Runs render in a process of its own, with the permissions that README names, or fewer. */
async function renderApart(
  out: string,
  permissions: readonly string[],
  ...more: string[]
): Promise<Deno.CommandOutput> {
  const main = fromFileUrl(new URL("../../../lib/cli/main.ts", import.meta.url));
  const size = ["--width", "16", "--height", "8", "--samples", "1", "--resolution", "16"];
  const field = ["render", "--field", "gyroid", "--device", "cpu", ...size];
  const flags = ["--no-check", "--allow-ffi", "--allow-read", "--allow-env=DENOVDB_*"];
  return await new Deno.Command(Deno.execPath(), {
    args: ["run", ...flags, ...permissions, main, ...field, "--out", out, ...more],
    stdin: "null",
  }).output();
}

Deno.test("render writes its picture, and nothing else, to stdout", async () => {
  for (const more of [[], ["--json"]]) {
    const { code, stdout, stderr } = await renderApart("/dev/stdout", ["--allow-write"], ...more);
    const notes = new TextDecoder().decode(stderr);
    assertEquals(code, 0, notes);
    assertEquals(stdout.slice(-8, -4), new TextEncoder().encode("IEND"));
    assertEquals(decode(stdout).width, 16);
    assertStringIncludes(notes, "/dev/stdout");
  }
});

Deno.test("render refuses at once where it must not write", async () => {
  for (const more of [[], ["--json"]]) {
    const { code, stderr } = await renderApart("a.png", [], ...more);
    assertEquals(code, 1);
    assertEquals(
      new TextDecoder().decode(stderr),
      'denovdb: Cannot write "a.png": run again with --allow-write=.\n',
    );
  }
});

Deno.test("checkTarget() takes what is no file and lies where Deno may not look", async () => {
  const { code, stderr } = await renderApart("/dev/null", ["--allow-write"]);
  assertEquals(code, 0, new TextDecoder().decode(stderr));
});
