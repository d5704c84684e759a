import { assertEquals, assertThrows } from "@std/assert";
import { tensor } from "../../mod.ts";
import * as nn from "../../lib/nn/mod.ts";
import { emaInto } from "../../lib/optim/mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";

/** Two channels whose mean and variance were worked out by hand. */
const ROWS = [[1, 2], [3, -1], [0, 4], [2, 1]].flat();

eachBackend("batchNormalizer() notes means and unbiased variances for running ones", (context) => {
  using features = tensor(ROWS, { context, shape: [4, 2] });
  using norm = nn.makeNorm({ context, dtype: "f32", channels: 2 });
  const net = { block: { norm } };
  using running = nn.runningStatistics(net, { dtype: "f32" });
  assertEquals(Object.keys(running), ["block.norm"]);
  running["block.norm"]?.variance.fill(0);
  using found = nn.valueAndGrad(net, (p) => {
    const normalizer = nn.batchNormalizer<"f32">();
    const y = normalizer.norm("block.norm", features, p.block.norm, { activation: "relu" });
    return { loss: nn.sum(y), keep: normalizer.statistics };
  });
  emaInto(running, found.kept, { decay: 0.9 });
  const { mean, variance } = running["block.norm"] ?? {};
  assertClose(mean?.readSync() ?? [], [0.15, 0.15], { relative: 1e-6 });
  // PyTorch's: 0.1 of the unbiased variance, from 0.
  assertClose(variance?.readSync() ?? [], [1 / 6, 13 / 30], { relative: 1e-6 });
});

eachBackend("runningNormalizer() normalizes by what was noted", (context) => {
  using features = tensor([1, 2, 3, 4], { context, shape: [2, 2] });
  using norm = nn.makeNorm({ context, dtype: "f32", channels: 2 });
  using running = nn.runningStatistics(norm, { dtype: "f32" });
  running[""]?.mean.write([1, 1]);
  running[""]?.variance.write([4, 1]);
  const normalizer = nn.runningNormalizer<"f32">(running);
  using result = nn.evaluate(norm, (p) => normalizer.norm("", features, p, { epsilon: 0 }));
  assertEquals([...result.readSync()], [0, 1, 1, 3]);
});

eachBackend("normalizers refuse paths that are used twice or not there", (context) => {
  using features = tensor([1, 2, 3, 4], { context, shape: [2, 2] });
  using norm = nn.makeNorm({ context, dtype: "f32", channels: 2 });
  using running = nn.runningStatistics({ norm }, { dtype: "f32" });
  assertThrows(
    () =>
      nn.evaluate({ norm }, (p) => {
        const normalizer = nn.batchNormalizer<"f32">();
        normalizer.norm("norm", features, p.norm);
        return normalizer.norm("norm", features, p.norm);
      }),
    RangeError,
    "Cannot run batchNormalizer: the norm norm is used twice",
  );
  assertThrows(
    () =>
      nn.evaluate(
        { norm },
        (p) => nn.runningNormalizer<"f32">(running).norm("other", features, p.norm),
      ),
    RangeError,
    "Cannot run runningNormalizer: the norm other has no statistics",
  );
});

eachBackend(
  "runningStatistics() refuses trees without norms, and norms of other types",
  (context) => {
    using weight = tensor([1, 2], { context });
    using shift = tensor([1], { context });
    assertThrows(
      () => nn.runningStatistics({ weight }, { dtype: "f32" }),
      RangeError,
      "Cannot run runningStatistics: params has no norm",
    );
    assertThrows(
      () => nn.runningStatistics({ norm: { scale: weight, shift: weight } }, { dtype: "f64" }),
      TypeError,
      "norm.scale",
    );
    assertThrows(
      () => nn.runningStatistics({ norm: { scale: weight, shift } }, { dtype: "f32" }),
      RangeError,
      "the shift beside norm.scale",
    );
  },
);
