import { assertEquals } from "@std/assert";
import { jagged, scope, tensor } from "../../mod.ts";
import * as nn from "../../lib/nn/mod.ts";
import { eachBackend } from "../_backends.ts";
import { checkBoth, wave, waves, weighed } from "./_slopes.ts";

const RAYS = [0, 3, 3, 7];
const offsets = BigInt64Array.from(RAYS, BigInt);

eachBackend("pointsOnRays() of networks has the gradients of all operands", async (context) => {
  await scope(async (own) => {
    const origins = own(waves(context, [3, 3]));
    const directions = own(waves(context, [3, 3], 1));
    const ts = own(tensor(wave(7, 2), { context }));
    const lists = own(jagged(ts, { offsets: RAYS }));
    await checkBoth(
      { origins, directions, ts },
      (p) => weighed(nn.pointsOnRays(p.origins, p.directions, p.ts, { offsets })),
    );
    await checkBoth({ origins }, (p) => weighed(nn.pointsOnRays(p.origins, directions, lists)));
    await checkBoth({ directions }, (p) => weighed(nn.pointsOnRays(origins, p.directions, lists)));
    await checkBoth({ origins }, (p) => {
      const one = nn.sliceAxis(p.origins, { axis: 0, begin: 1, end: 2 });
      return weighed(nn.pointsOnRays(one, own(waves(context, [1, 3], 3)), ts));
    });
    const found = own(
      nn.evaluate({ ts }, (p) => ({
        points: nn.pointsOnRays(origins, directions, p.ts, { offsets }),
      })),
    );
    assertEquals(found.points.shape, [7, 3]);
  });
});
