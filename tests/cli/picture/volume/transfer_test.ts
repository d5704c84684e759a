import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { transfer, transferTable } from "../../../../lib/cli/picture/volume/transfer.ts";

Deno.test("transfer() begins with nothing, is without steps and clamps its ends", () => {
  assertEquals(transfer(0).density, 0);
  assertEquals(transfer(-1), transfer(0));
  assertEquals(transfer(2), transfer(1));
  let last = transfer(0);
  for (let step = 1; step <= 4000; step++) {
    const next = transfer(step / 4000);
    assert(Math.abs(next.density - last.density) < 0.01, `density at ${step}`);
    next.color.forEach((value, channel) => {
      assert(value >= 0 && value <= 1);
      assert(Math.abs(value - (last.color[channel] ?? 0)) < 0.01, `color at ${step}`);
    });
    last = next;
  }
  assert(last.density > 1);
});

Deno.test("transferTable() holds means over stretches", () => {
  const options = { values: 65, ranges: 5, mostChange: 0.5 };
  const { colors, densities } = transferTable(options);
  assertEquals([densities.length, colors.length], [325, 975]);
  for (const range of [0, 1, 4]) {
    const change = range / 4 * 0.5;
    for (const at of [0, 3, 16, 40, 64]) {
      const sums = [0, 0, 0, 0];
      const steps = 2000;
      for (let step = 0; step < steps; step++) {
        const value = (at + 0.5) / 65 + ((step + 0.5) / steps - 0.5) * change;
        const { color, density } = transfer(value);
        [1, ...color].forEach((one, part) => sums[part] = (sums[part] ?? 0) + one * density);
      }
      const entry = range * 65 + at;
      const [sum = 0, ...light] = sums;
      assertAlmostEquals(densities[entry] ?? NaN, sum / steps, 2e-3);
      if (sum < 1) continue;
      light.forEach((one, c) => assertAlmostEquals(colors[entry * 3 + c] ?? NaN, one / sum, 5e-3));
    }
  }
});
