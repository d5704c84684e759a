/** Lists in lists: what cutting costs, which moves no rows. */

import { jaggedFlatten, jaggedFromNestedList, jaggedReshape } from "../../lib/jagged/mod.ts";
import { openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";

const context = openContext();
const host = Array.from(
  { length: 100 },
  () => Array.from({ length: 50 }, (_, n) => new Float32Array(n)),
);
const options = { context, dtype: "f32" } as const;
const lists = jaggedFromNestedList(host, options);
const lshape = host.map((outer) => outer.map(({ length }) => length));

benchOperator(
  "jaggedFromNestedList, 100 lists of 50",
  context,
  () => jaggedFromNestedList(host, options),
  ({ length }) => length === 5000,
);
benchOperator(
  "jaggedFlatten, 100 lists of 50",
  context,
  () => jaggedFlatten(lists, { dim: 1 }),
  ({ length }) => length === 100,
);
benchOperator(
  "jaggedReshape, 100 lists of 50",
  context,
  () => jaggedReshape(lists, lshape),
  ({ length }) => length === 5000,
);
