import { assert } from "@std/assert";
import { type Context, tensor } from "../../mod.ts";
import * as nn from "../../lib/nn/mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";

const LENGTH = 4;
const PARAMETERS = 3;

/** A number for each element, and its derivative along a direction. */
interface Dual {
  readonly value: readonly number[];
  readonly slope: readonly number[];
}

/** An operator of two values, on a tape and on dual numbers. */
interface Operator {
  readonly onTape: (a: nn.Value<"f64">, b: nn.Value<"f64">) => nn.Value<"f64">;
  readonly onDuals: (a: Dual, b: Dual) => Dual;
}

const zip = (a: readonly number[], b: readonly number[], f: (x: number, y: number) => number) =>
  a.map((x, at) => f(x, b[at] ?? NaN));
const total = (a: readonly number[]): number => a.reduce((sum, x) => sum + x, 0);

const OPERATORS: readonly Operator[] = [
  {
    onTape: nn.add,
    onDuals: (a, b) => ({
      value: zip(a.value, b.value, (x, y) => x + y),
      slope: zip(a.slope, b.slope, (x, y) => x + y),
    }),
  },
  {
    onTape: nn.subtract,
    onDuals: (a, b) => ({
      value: zip(a.value, b.value, (x, y) => x - y),
      slope: zip(a.slope, b.slope, (x, y) => x - y),
    }),
  },
  {
    onTape: (a, b) => nn.multiply(nn.tanh(a), b),
    onDuals: (a, b) => {
      const t = a.value.map(Math.tanh);
      const dt = zip(t, a.slope, (x, s) => (1 - x * x) * s);
      return {
        value: zip(t, b.value, (x, y) => x * y),
        slope: zip(
          zip(dt, b.value, (x, y) => x * y),
          zip(t, b.slope, (x, y) => x * y),
          (x, y) => x + y,
        ),
      };
    },
  },
  { // views of views, whose gradients are views of what others share
    onTape: (a, b) => nn.reshape(nn.add(nn.reshape(a, [2, 2]), nn.reshape(b, [2, 2])), [LENGTH]),
    onDuals: (a, b) => ({
      value: zip(a.value, b.value, (x, y) => x + y),
      slope: zip(a.slope, b.slope, (x, y) => x + y),
    }),
  },
  {
    onTape: (a, b) => nn.sliceAxis(nn.concat([a, b]), { axis: 0, begin: 2, end: 6 }),
    onDuals: (a, b) => ({
      value: [...a.value.slice(2), ...b.value.slice(0, 2)],
      slope: [...a.slope.slice(2), ...b.slope.slice(0, 2)],
    }),
  },
  {
    onTape: (a, b) => nn.add(nn.mean(a), b),
    onDuals: (a, b) => ({
      value: b.value.map((y) => y + total(a.value) / LENGTH),
      slope: b.slope.map((y) => y + total(a.slope) / LENGTH),
    }),
  },
  {
    onTape: (a, b) =>
      nn.checkpoint([a, b], ([a, b]) => nn.multiply(a as nn.Value<"f64">, b as nn.Value<"f64">)),
    onDuals: (a, b) => ({
      value: zip(a.value, b.value, (x, y) => x * y),
      slope: zip(
        zip(a.slope, b.value, (x, y) => x * y),
        zip(a.value, b.slope, (x, y) => x * y),
        (x, y) => x + y,
      ),
    }),
  },
  {
    onTape: (a, b) => nn.multiply(nn.stopGradient(a), b),
    onDuals: (a, b) => ({
      value: zip(a.value, b.value, (x, y) => x * y),
      slope: zip(a.value, b.slope, (x, y) => x * y),
    }),
  },
];

/** An operator on two of the values before. */
interface Step {
  readonly operator: Operator;
  readonly places: readonly [number, number];
}

function randomSteps(random: Random): Step[] {
  const whole = (below: number): number => Math.floor(random.number() * below);
  return Array.from({ length: 3 + whole(12) }, (_, nth) => ({
    operator: OPERATORS[whole(OPERATORS.length)] as Operator,
    // Mostly late values, so that many have a part in the loss.
    places: [0, 0].map(() => {
      const count = PARAMETERS + nth;
      return random.number() < 0.6 ? Math.max(0, count - 1 - whole(3)) : whole(count);
    }) as [number, number],
  }));
}

/** Runs steps, and sums the last three values as a loss. */
function runSteps<T>(
  steps: readonly Step[],
  params: readonly T[],
  run: (operator: Operator, a: T, b: T) => T,
  done: (value: T) => void = () => {},
): readonly T[] {
  const values = [...params];
  steps.forEach(({ operator, places: [a, b] }, nth) => {
    values.push(run(operator, values[a] as T, values[b] as T));
    for (const place of new Set([a, b])) {
      const isNeeded = steps.slice(nth + 1).some(({ places }) => places.includes(place)) ||
        place >= params.length + steps.length - 3;
      if (!isNeeded) done(values[place] as T);
    }
  });
  return values.slice(-3);
}

/** Gradients of random steps, as one list. */
function gradientsOf(
  context: Context,
  steps: readonly Step[],
  numbers: readonly (readonly number[])[],
  disposes: boolean,
): number[] {
  using made = new DisposableStack();
  const params = numbers.map((one) => made.use(tensor(Float64Array.from(one), { context })));
  using found = nn.valueAndGrad(params, (values) => {
    const done = (value: nn.Value<"f64">) => disposes && value[Symbol.dispose]();
    const last = runSteps(steps, values, ({ onTape }, a, b) => onTape(a, b), done);
    return nn.sum(last.reduce((all, one) => nn.add(all, one)));
  }, { unused: "zeros" });
  return found.gradients.flatMap((gradient) => [...gradient.readSync()]);
}

eachBackend(
  "gradients of random functions are those of dual numbers, whatever is disposed early",
  (context) => {
    const random = new Random(17);
    for (let nth = 0; nth < 150; nth++) {
      const steps = randomSteps(random);
      const draw = () =>
        Array.from(
          { length: PARAMETERS },
          () => Array.from({ length: LENGTH }, () => 2 * random.number() - 1),
        );
      const [numbers, direction] = [draw(), draw()];
      const gradients = gradientsOf(context, steps, numbers, false);
      const early = gradientsOf(context, steps, numbers, true);
      assert(
        gradients.every((one, at) => Object.is(one, early[at])),
        `program ${nth}`,
      );
      const duals = numbers.map((value, at): Dual => ({ value, slope: direction[at] ?? [] }));
      const last = runSteps(steps, duals, ({ onDuals }, a, b) => onDuals(a, b));
      const expected = total(last.flatMap(({ slope }) => slope));
      const terms = zip(gradients, direction.flat(), (x, y) => x * y);
      const scale = terms.reduce((sum, one) => sum + Math.abs(one), 1);
      const error = Math.abs(total(terms) - expected) / scale;
      assert(error < 1e-12, `program ${nth}: ${total(terms)}, ${expected} expected`);
    }
  },
);
