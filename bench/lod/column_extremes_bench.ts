/** Boxes of points. */

import { columnExtremes } from "../../lib/lod/mod.ts";
import { openContext, tensor } from "../../mod.ts";

const context = openContext();
const count = 4_000_000;
const places = tensor(new Int32Array(count * 3).map((_, at) => at), { context, shape: [count, 3] });
const { min, max } = columnExtremes(places);
if (min[1] !== 1 || max[2] !== count * 3 - 1) {
  throw new Error("Cannot time columnExtremes: wrong");
}

Deno.bench({ name: `columnExtremes, ${count} x 3 integers on ${context.device}` }, () => {
  columnExtremes(places);
});
