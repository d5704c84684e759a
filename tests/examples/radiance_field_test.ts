import { assert, assertEquals } from "@std/assert";
import { decode } from "fast-png";
import { look, makeTraining, psnr, testRays, train } from "../../examples/radiance_field.ts";
import { contexts, eachBackend } from "../_backends.ts";
import { runScript } from "../_child.ts";
import { outFolder } from "../_files.ts";

const PIXELS = 32;
const STEPS = 60;

eachBackend("the radiance field shows views that it has not learned from", async (context) => {
  using training = makeTraining(context, { pixels: PIXELS });
  using rays = testRays(context, PIXELS);
  const first = await psnr(training, rays, PIXELS);
  assert(first > 11.5 && first < 12.5, `${first} dB of an empty field`);
  for (let step = 0; step < STEPS; step++) train(training, step);
  const last = await psnr(training, rays, PIXELS);
  assert(last >= 18, `${last} dB after ${STEPS} steps`); // 18.3; 12.9 if no density is learned
});

eachBackend("the radiance field learns the same in every run", async (context) => {
  const learned: Float32Array[] = [];
  for (let run = 0; run < 2; run++) {
    using training = makeTraining(context, { pixels: 16, views: 8 });
    for (let step = 0; step < 4; step++) train(training, step);
    learned.push(await training.field.values.read());
  }
  assert(learned[0]?.some((number) => number !== 0));
  assertEquals(learned[0], learned[1]);
});

Deno.test("the scene of the radiance field is a ball and a box before white", () => {
  const white = [1, 1, 1];
  assertEquals([...look([3, 0, 2], [-1, 0, 0])], white); // above both
  assertEquals([...look([0, 0, 3], [0, 1, 0])], white);
  const [red = 0, , blue = 0] = look([3, 0.1, 0], [-1, 0, 0]); // the box, at x = 0.7
  assert(red > 0.7 && blue < 0.3);
  assertEquals([...look([0.45, 0.1, -3], [0, 0, 1])], [0.75, 0.25, 0.1]); // its lower face
  const ball = [look([-3, 0.1, 0.1], [1, 0, 0]), look([-3, -0.1, 0.1], [1, 0, 0])];
  assert(ball[0]?.join() !== ball[1]?.join(), "two fields of the ball have one color");
  // Before the box is the ball, seen from its side.
  assert(ball.every(([red = 0]) => red === 0.2 || red === 0.9));
});

Deno.test("the program of the radiance field writes a picture and prints figures", async () => {
  using folder = outFolder();
  const output = `${folder.path}/views.png`;
  const [device] = contexts.map(({ device }) => device.split(":")[0] ?? "");
  const permissions = ["--allow-ffi", "--allow-read", `--allow-write=${folder.path}`, "--no-check"];
  const args = ["--steps", "2", "--output", output, "--json", "--device", device ?? ""];
  const { code, stdout, stderr } = await runScript(
    "../examples/radiance_field.ts",
    permissions,
    args,
  );
  assertEquals([code, stderr], [0, ""]);
  const { figures, seed } = JSON.parse(stdout);
  assertEquals(seed, 1);
  assertEquals(figures.map(({ step }: { step: number }) => step), [0, 2]);
  const { width, height, channels } = decode(await Deno.readFile(output));
  assertEquals([width, height, channels], [960, 160, 3]);
});
