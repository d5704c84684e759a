import { assert, assertEquals } from "@std/assert";
import { pointsInGrid } from "../../lib/query/mod.ts";
import { jaggedFromList } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { buildBatch, LISTS, pointAnswers, pointQuestions, REAL_ARRAYS } from "./_batch.ts";

for (const dtype of ["f16", "f32", "f64"] as const) {
  eachBackend(`pointsInGrid() places ${dtype} points in their grids`, (context) => {
    const asked = LISTS.map((_, b) => new REAL_ARRAYS[dtype](pointQuestions(b)));
    using grid = buildBatch(context);
    using points = jaggedFromList(asked, { context, dtype, shape: [3] });
    using inside = pointsInGrid(grid, points);
    assertEquals(inside.data.dtype, "bool");
    const expected = asked.flatMap((list, b) =>
      pointAnswers(b, list, false).map((row) => row >= 0 ? 1 : 0)
    );
    assertEquals([...inside.data.readSync()], expected);
    assertEquals([...inside.offsets], [...points.offsets]);
    assert(new Set(expected).size === 2, "the questions have one answer only");
  });
}
