import { assert, assertEquals } from "@std/assert";
import { jaggedFromList, pointsToIndex } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { buildBatch, LISTS, pointAnswers, pointQuestions, REAL_ARRAYS } from "./_batch.ts";

for (const dtype of ["f16", "f32", "f64"] as const) {
  eachBackend(`pointsToIndex() finds the rows of ${dtype} points in their grids`, (context) => {
    const asked = LISTS.map((_, b) => new REAL_ARRAYS[dtype](pointQuestions(b)));
    using grid = buildBatch(context);
    using points = jaggedFromList(asked, { context, dtype, shape: [3] });
    for (const rowsOf of ["grid", "batch"] as const) {
      using rows = pointsToIndex(grid, points, { rows: rowsOf });
      const expected = asked.flatMap((list, b) => pointAnswers(b, list, rowsOf === "batch"));
      assertEquals([...rows.data.readSync()].map(Number), expected);
      assertEquals([...rows.offsets], [...points.offsets]);
      assert(expected.some((row) => row >= 0) && expected.some((row) => row < 0));
    }
  });
}
