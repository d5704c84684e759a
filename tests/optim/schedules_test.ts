import { assertEquals, assertThrows } from "@std/assert";
import { constantRate, cosineRate, linearRate, stepRate, withWarmup } from "../../lib/optim/mod.ts";
import { assertClose } from "../_compare.ts";

Deno.test("cosineRate() with a warm-up has the rates of PyTorch's schedules", () => {
  const rate = withWarmup(cosineRate({ rate: 0.01, steps: 60 }), 10);
  const found = [0, 9, 30, 60, 1000].map(rate);
  assertClose(found, [0.001, 0.0094550326, 0.005, 0, 0], { absolute: 1e-10 });
  const above = cosineRate({ rate: 1, steps: 4, least: 0.5 });
  assertClose([0, 2, 4, 5].map(above), [1, 0.75, 0.5, 0.5], { absolute: 1e-15 });
});

Deno.test("stepRate(), linearRate() and constantRate() are their formulas", () => {
  const steps = stepRate({ rate: 8, every: 3, factor: 0.5 });
  assertEquals([0, 2, 3, 5, 6].map(steps), [8, 8, 4, 4, 2]);
  assertClose([0, 10].map(stepRate({ rate: 1, every: 10 })), [1, 0.1], { relative: 1e-15 });
  const linear = linearRate({ rate: 2, steps: 4, least: 1 });
  assertEquals([0, 1, 4, 9].map(linear), [2, 1.75, 1, 1]);
  assertEquals([0, 7].map(constantRate(0.25)), [0.25, 0.25]);
});

Deno.test("schedules refuse numbers that mean nothing", () => {
  assertThrows(() => constantRate(-1), RangeError, "rate is -1");
  assertThrows(() => constantRate("1" as never), TypeError, "rate is");
  assertThrows(() => stepRate({ rate: 1, every: 0 }), RangeError, "every is 0");
  assertThrows(() => cosineRate({ rate: 1, steps: 1.5 }), RangeError, "steps is 1.5");
  assertThrows(() => linearRate({ rate: 1, steps: 1, least: -1 }), RangeError, "least is -1");
  assertThrows(() => withWarmup(3 as never, 1), TypeError, "schedule is 3, a function expected");
  assertThrows(
    () => cosineRate({ rate: 1, steps: 2, last: 1 } as never),
    TypeError,
    'the option "last" is unknown',
  );
});
