/** Importance sampling of many short rays, and of one long one; the floor is reading intervals and writing places. */

import { sampleRaysByWeight } from "../../lib/render/mod.ts";
import { jagged, openContext, tensor } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { SAMPLES } from "./_inputs.ts";

const context = openContext();

for (const rays of [SAMPLES / 64, 1]) {
  const length = SAMPLES / rays;
  const ends = Float32Array.from({ length: 2 * SAMPLES }, (_, at) => (at >> 1) % length + at % 2);
  const shares = Float32Array.from({ length: SAMPLES }, (_, at) => 1 + at % 4);
  const offsets = Array.from({ length: rays + 1 }, (_, ray) => ray * length);
  const intervals = tensor(ends, { context, shape: [SAMPLES, 2] });
  const weights = jagged(tensor(shares, { context }), { offsets });
  for (const checked of [true, false]) {
    benchOperator(
      `sampleRaysByWeight, ${rays} rays of ${length} intervals, ${checked ? "" : "not "}checked`,
      context,
      () => sampleRaysByWeight(intervals, weights, { count: length, checked }),
      ({ data }) => {
        const places = data.readSync();
        return places.every((place, at) => at % length === 0 || place >= (places[at - 1] ?? 0));
      },
    );
  }
}
