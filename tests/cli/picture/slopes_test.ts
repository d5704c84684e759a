import { assertEquals } from "@std/assert";
import { gridFromIjk, tensor } from "../../../mod.ts";
import { centralSlopes } from "../../../lib/cli/picture/slopes.ts";
import { eachBackend } from "../../_backends.ts";

eachBackend(
  "centralSlopes() takes half the difference of the neighbors per world unit",
  (context) => {
    // Rows: (0,0,0), (0,0,1), (0,0,2), (1,0,0).
    using ijk = tensor(new Int32Array([0, 0, 0, 0, 0, 1, 0, 0, 2, 1, 0, 0]), {
      context,
      shape: [4, 3],
    });
    using grid = gridFromIjk(ijk);
    using values = tensor([1, 4, 16, 8], { context });
    using slopes = centralSlopes(grid, values, [1, 2, 0.5]);
    assertEquals(slopes.shape, [4, 3]);
    const expected = [4, 0, 4, 0, 0, 15, 0, 0, -4, -0.5, 0, 0];
    assertEquals([...slopes.readSync()].map((one) => one + 0), expected);
  },
);
