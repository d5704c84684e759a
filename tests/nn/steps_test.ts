import { assert, assertEquals, assertThrows } from "@std/assert";
import {
  type AdamState,
  adamState,
  adamwInto,
  clipFactor,
  emaInto,
  sgdInto,
  sgdState,
} from "../../lib/optim/mod.ts";
import { gridFromIjk } from "../../lib/grid/mod.ts";
import * as nn from "../../lib/nn/mod.ts";
import { type Context, convPlan, scope, tensor } from "../../mod.ts";
import { eachBackend, living } from "../_backends.ts";
import { failEachAllocation } from "../_failures.ts";
import {
  evaluate,
  makeNet,
  makeScene,
  type Net,
  type Operators,
  type Scene,
} from "./_trajectory.ts";

/** What a step reads and changes. */
interface Training extends Disposable {
  readonly scene: Scene<"f64">;
  readonly net: Net<"f64">;
  readonly adam: AdamState<Net<"f64">>;
  readonly running: nn.RunningStatistics<"f64">;
  /** Numbers of the parameters and of what their optimizer keeps. */
  readonly updated: () => number[];
  /** Numbers of the running statistics of norms. */
  readonly blended: () => number[];
}

function numbersOf(tree: object): number[] {
  return nn.leaves(tree).flatMap(([, one]) => [...one.readSync() as Float64Array]);
}

function training(context: Context): Training {
  const scene = makeScene(context, "f64");
  const net = makeNet(context, "f64");
  evaluate(net, scene)[Symbol.dispose](); // plans keep what their first use makes
  const adam = adamState<Net<"f64">>(net);
  const running = nn.runningStatistics(net, { dtype: "f64" });
  return {
    ...{ scene, net, adam, running },
    updated: () => numbersOf({ net, adam }),
    blended: () => numbersOf(running),
    [Symbol.dispose]: () => [scene, net, adam, running].forEach((one) => one[Symbol.dispose]()),
  };
}

/** A step with all that belongs to one: gradients, their norm, parameters, running statistics. */
function step({ scene, net, adam, running }: Training): void {
  using found = nn.valueAndGrad(net, (p) => {
    const normalizer = nn.batchNormalizer<"f64">();
    const run = (
      path: "c1" | "d" | "c2" | "u",
      plan: typeof scene.plans.fine,
      x: nn.Operand<"f64">,
    ) => {
      using y = nn.sparseConv(plan, x, p[path].weight);
      return normalizer.norm(`${path}.norm`, y, p[path].norm, { activation: "relu" });
    };
    const e = run("c1", scene.plans.fine, scene.features);
    const deep = run("c2", scene.plans.coarse, run("d", scene.plans.down, e));
    const joined = nn.concat([run("u", scene.plans.up, deep), e], { axis: 1 });
    const logits = nn.linear(joined, p.head.weight, { bias: p.head.bias });
    return { loss: nn.crossEntropy(logits, scene.labels), keep: normalizer.statistics };
  });
  using factor = clipFactor(found.gradients, 1);
  adamwInto(net, found.gradients, adam, { rate: 1e-2, factor });
  emaInto(running, found.kept, { decay: 0.9, factor });
}

eachBackend("a step of training changes nothing if an allocation fails", async (context) => {
  using made = training(context);
  const before = [made.updated(), made.blended()];
  // Statistics are blended by a call of their own, after the parameters have been updated: it allocates nothing.
  await failEachAllocation(context, () => {
    try {
      step(made);
    } catch (error) {
      assertEquals([made.updated(), made.blended()], before);
      throw error;
    }
  }, 50);
  assertEquals(made.blended().length, before[1]?.length);
  assert(made.updated().some((one, at) => one !== before[0]?.[at]));
  assert(made.blended().some((one, at) => one !== before[1]?.[at]));
});

/** Operators that throw when they are called for the nth time. */
function failingAt(nth: number, inBackward: boolean): Operators {
  let left = nth;
  const fail = (): void => {
    if (left-- === 0) throw new SyntaxError("stop");
  };
  const pass = (x: nn.Value<"f64">) =>
    nn.apply("pass", [x], ([x]) => {
      if (!inBackward) fail();
      return { result: x.reshape(x.shape), reads: [] };
    }, (gradient) => {
      if (inBackward) fail();
      return [gradient];
    });
  return {
    sparseConv: (...args: Parameters<typeof nn.sparseConv<"f64">>) => pass(nn.sparseConv(...args)),
    batchNorm: (...args) => ({ features: pass(nn.batchNorm<"f64">(...args).features) }),
  };
}

for (const inBackward of [false, true]) {
  const pass = inBackward ? "backward pass" : "body";
  eachBackend(`a network whose ${pass} throws leaves nothing behind`, async (context) => {
    using made = training(context);
    const [before, alive] = [made.updated(), await living(context)];
    for (let nth = 0; nth < 8; nth++) {
      assertThrows(
        () => evaluate(made.net, made.scene, { operators: failingAt(nth, inBackward) }),
        SyntaxError,
        "stop",
      );
      assertEquals(await living(context), alive);
    }
    assertEquals(made.updated(), before);
    using found = evaluate(made.net, made.scene, { operators: failingAt(8, inBackward) });
    assert(Number.isFinite(found.loss.readSync()[0]));
  });
}

for (const what of ["a feature that is NaN", "a target that is no class"] as const) {
  eachBackend(`a step with ${what} changes nothing, and the factor says so`, (context) => {
    using made = training(context);
    const before = [made.updated(), made.blended()];
    const { features, labels } = made.scene;
    if (what === "a feature that is NaN") features.write(features.readSync().with(7, NaN));
    else labels.write(labels.readSync().with(7, 3));
    step(made);
    assertEquals([made.updated(), made.blended()], before);
    using found = evaluate(made.net, made.scene);
    assertEquals([...found.loss.readSync()], [NaN]);
    using factor = clipFactor(found.gradients, 1);
    assertEquals(factor.readSync()[1], 0); // the norm is not finite
    using sgd = sgdState(made.net);
    sgdInto(made.net, found.gradients, sgd, { rate: 0.1, momentum: 0.9, factor });
    assertEquals(made.updated(), before[0]);
  });
}

eachBackend("debug names the operator at which a network becomes NaN", (context) => {
  using made = training(context);
  const { scene: { features, plans }, net } = made;
  const wrong = net.c1.weight.readSync().with(5, NaN);
  net.c1.weight.write(wrong);
  assertThrows(
    () =>
      nn.valueAndGrad(
        net.c1,
        (p) => nn.sum(nn.sparseConv(plans.fine, features, p.weight)),
        { debug: true, unused: "zeros" },
      ),
    RangeError,
    "Cannot run sparseConv: the result has NaN in row ",
  );
});

eachBackend("a network of no voxels has a loss of 0 and gradients of exactly 0", (context) => {
  scope((own) => {
    const none = own(gridFromIjk(own(tensor(new Int32Array(0), { context, shape: [0, 3] }))));
    const plan = own(convPlan(none, { kernel: 3, target: none }));
    const features = own(tensor(new Float32Array(0), { context, shape: [0, 2] }));
    const labels = own(tensor(new Uint8Array(0), { context }));
    const ones = (shape: readonly number[]) => {
      const length = shape.reduce((count, extent) => count * extent, 1);
      return own(tensor(new Float32Array(length).fill(1), { context, shape }));
    };
    const net = {
      features,
      weight: ones([4, 2, 3, 3, 3]),
      head: { weight: ones([3, 4]), bias: ones([3]) },
    };
    const found = own(nn.valueAndGrad(net, (p) => {
      const y = nn.relu(nn.sparseConv(plan, p.features, p.weight));
      return nn.crossEntropy(nn.linear(y, p.head.weight, { bias: p.head.bias }), labels);
    }));
    assertEquals([...found.loss.readSync()], [0]);
    for (const [path, gradient] of nn.leaves(found.gradients)) {
      assert(gradient.readSync().every((one) => Object.is(one, 0)), path);
    }
    assertEquals(found.gradients.features.shape, [0, 2]);
    assertEquals(found.gradients.weight.shape, [4, 2, 3, 3, 3]);
  });
});
