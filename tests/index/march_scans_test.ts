import { assert, assertEquals } from "@std/assert";
import {
  brickVolume,
  marchIsoSurface,
  marchTransparent,
  type VolumePicture,
} from "../../lib/index/mod.ts";
import { tensor, type Triple } from "../../mod.ts";
import { readVolume } from "../../lib/io/mod.ts";
import { checkLeaks, contexts } from "../_backends.ts";
import { assertBits } from "../_compare.ts";
import { dataTest } from "../io/_data.ts";
import { lookAt, rampAbove } from "./_march.ts";

const EYES: readonly Triple[] = [[-240, -170, 290], [128, 640, 100], [120, 130, 110]];

/** Refuses pictures that differ in a bit of an image or a depth, and those that show nothing. */
function assertSame(a: VolumePicture, b: VolumePicture): void {
  const image = a.image.readSync();
  assertBits(image, b.image.readSync());
  const depths = a.depths?.readSync() ?? new Float32Array();
  assertBits(depths, b.depths?.readSync() ?? new Float32Array());
  const seen = depths.filter(Number.isFinite).length;
  assert(seen > depths.length / 50 && image.some((byte) => byte > 100), `${seen}`);
}

for (
  const [file, threshold, filled] of [
    ["volume/aneurism.raw.gz", 92, 10811],
    ["volume/bonsai.nrrd", 37, 10424],
  ] as const
) {
  dataTest(
    `pictures of ${file} are the same in bricks, by masks and of all voxels`,
    [file],
    async (bytes = new Uint8Array()) => {
      const { values } = await readVolume(bytes, { dims: [256, 256, 256], type: "u8" });
      assert(values instanceof Uint8Array);
      for (const context of contexts) {
        await checkLeaks(context, () => {
          using volume = tensor(values, { context, shape: [256, 256, 256] });
          using bricks = brickVolume(volume, { threshold });
          assertEquals(bricks.filled, filled);
          for (const eye of EYES) {
            const camera = lookAt(eye, [128, 128, 128], { half: 0.35 });
            const view = { camera, width: 48, height: 36, depths: true } as const;
            const surface = { ...view, isoLevel: threshold + 0.5 };
            using a = marchIsoSurface(volume, { ...surface, floor: threshold });
            using b = marchIsoSurface(volume, { ...surface, skip: bricks });
            using c = marchIsoSurface(bricks, surface);
            assertSame(b, a);
            assertSame(c, a);
            const mist = { ...view, transfer: rampAbove(threshold, 255) };
            using d = marchTransparent(volume, mist);
            using e = marchTransparent(volume, { ...mist, skip: bricks });
            using f = marchTransparent(bricks, mist);
            assertSame(e, d);
            assertSame(f, d);
          }
        });
      }
    },
  );
}
