import { assertEquals, assertThrows } from "@std/assert";
import { fromBf16, toBf16 } from "../../lib/core/mod.ts";
import { encodeSafetensors, FormatError, readSafetensors } from "../../lib/io/mod.ts";
import {
  leaves,
  loadParameters,
  ownTree,
  type ParameterArray,
  readParameters,
  runningStatistics,
} from "../../lib/nn/mod.ts";
import { adamState } from "../../lib/optim/mod.ts";
import { fullTensor, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { makeNet, type Net } from "./_trajectory.ts";

eachBackend("parameters come back from a file as they were", async (context) => {
  using net = ownTree({
    stem: { weight: tensor([1, 2, 3, 4, 5, 6], { context, shape: [2, 3] }), bias: undefined },
    blocks: [
      { scale: tensor([1.5, -2], { context, dtype: "bf16" }) },
      { scale: tensor([0.25], { context, dtype: "f16" }) },
    ],
    count: tensor([7n], { context, dtype: "i64", shape: [] }),
  });
  const file = encodeSafetensors(await readParameters(net), { metadata: { format: "pt" } });
  const { arrays } = readSafetensors(file);
  assertEquals(arrays.map(({ name }) => name).sort(), [
    "blocks.0.scale",
    "blocks.1.scale",
    "count",
    "stem.weight",
  ]);
  for (const one of [net.stem.weight, net.blocks[0]?.scale, net.blocks[1]?.scale, net.count]) {
    one?.fill(0);
  }
  assertEquals(loadParameters(net, arrays), { missing: [], unexpected: [] });
  assertEquals([...await net.stem.weight.read()], [1, 2, 3, 4, 5, 6]);
  assertEquals(await net.blocks[0]?.scale.read(), Uint16Array.of(0x3fc0, 0xc000));
  assertEquals([...await net.count.read()], [7n]);
});

eachBackend("loadParameters() renames, reorders and converts floats", async (context) => {
  using weight = fullTensor([3, 2], 0, { context, dtype: "f32" });
  using scale = fullTensor([2], 0, { context, dtype: "bf16" });
  const third = Float64Array.of(1 / 3, 1);
  loadParameters({ head: { weight, scale } }, [
    {
      name: "model.head.kernel",
      shape: [2, 3],
      dtype: "f16",
      values: Float16Array.of(1, 2, 3, 4, 5, 6),
    },
    { name: "model.head.scale", shape: [2], dtype: "f64", values: third },
  ], {
    rename: (path) => `model.${path.replace("weight", "kernel")}`,
    permute: (array, path) => {
      if (path !== "head.weight") return array;
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = array.values as Float16Array;
      return { ...array, shape: [3, 2], values: Float16Array.of(a, d, b, e, c, f) };
    },
  });
  assertEquals([...await weight.read()], [1, 4, 2, 5, 3, 6]);
  assertEquals([...fromBf16(await scale.read())], [...fromBf16(toBf16(third))]);
});

eachBackend("loadParameters() lists all that does not fit, and writes nothing", async (context) => {
  using a = fullTensor([2], 1, { context, dtype: "f32" });
  using b = fullTensor([3], 2, { context, dtype: "f32" });
  using c = fullTensor([1], 3, { context, dtype: "i64" });
  const tree = { deep: { a, b }, list: [c] };
  const file = (name: string, shape: readonly number[], dtype = "f32") => ({
    ...{ name, shape, dtype },
    values: new Float32Array(shape.reduce((x, y) => x * y, 1)),
  });
  assertThrows(
    () => loadParameters(tree, [file("deep.a", [2]), file("deep.b", [2, 2]), file("more", [1])]),
    RangeError,
    "Cannot run loadParameters: the shape of deep.b is [3], [2, 2] with 4 values in the file; " +
      "missing list.0; left over more",
  );
  assertThrows(
    () => loadParameters(tree, [file("deep.a", [2]), file("deep.b", [3]), file("list.0", [1])]),
    TypeError,
    "Cannot run loadParameters: list.0 is i64, f32 in the file",
  );
  assertThrows(
    () => loadParameters({ a }, [file("a", [2]), file("a", [2])]),
    RangeError,
    "a is there twice",
  );
  assertEquals([...await a.read(), ...await b.read()], [1, 1, 2, 2, 2]);
  const rest = loadParameters(tree, [file("deep.a", [2]), file("more", [1])], { strict: false });
  assertEquals(rest, { missing: ["deep.b", "list.0"], unexpected: ["more"] });
  assertEquals([...await a.read()], [0, 0]);
  assertThrows(() => loadParameters(tree, [], { strikt: true } as never), TypeError, "strikt");
  assertThrows(() => loadParameters(tree, 3 as never), TypeError, "arrays is 3, a list expected");
});

eachBackend(
  "a checkpoint that does not fit is named in full, and changes nothing",
  async (context) => {
    using net = makeNet(context, "f64");
    using adam = adamState<Net<"f64">>(net);
    using running = runningStatistics(net, { dtype: "f64" });
    const tree = { net, adam, running };
    const numbers = () =>
      leaves(tree).map(([path, one]) => [path, ...one.readSync() as Float64Array].join());
    const saved = await readParameters(tree);
    const file = encodeSafetensors(saved);
    net.c1.weight.fill(7);
    adam.means.d.weight.fill(7);
    running["c1.norm"]?.mean.fill(7);
    const before = numbers();

    const { arrays } = readSafetensors(file);
    const damaged = arrays.flatMap((array): ParameterArray[] => {
      switch (array.name) {
        case "net.head.bias": // missing
          return [];
        case "net.c1.weight": // misshapen
          return [{ ...array, shape: [2, 4, 3, 3, 3] }];
        case "adam.means.d.weight": // truncated
          return [{ ...array, values: (array.values as Float64Array).subarray(1) }];
        case "running.c1.norm.mean": // of another kind
          return [{ ...array, dtype: "i64", values: new BigInt64Array(4) }];
        default:
          return [array];
      }
    });
    const more = { name: "net.tail.weight", shape: [1], dtype: "f64", values: [0] };
    const { message } = assertThrows(() => loadParameters(tree, [...damaged, more]), RangeError);
    assertEquals(
      message,
      "Cannot run loadParameters: the shape of net.c1.weight is [4, 2, 3, 3, 3], [2, 4, 3, 3, 3] with " +
        "216 values in the file; the shape of adam.means.d.weight is [6, 4, 2, 2, 2], " +
        "[6, 4, 2, 2, 2] with 191 values in the file; missing net.head.bias; left over " +
        "net.tail.weight; running.c1.norm.mean is f64, i64 in the file",
    );
    assertEquals(numbers(), before);
    // Even where names may be missing, nothing is loaded beside what does not fit.
    assertThrows(
      () => loadParameters(tree, damaged, { strict: false }),
      RangeError,
      "net.c1.weight",
    );
    assertEquals(numbers(), before);
    for (const bytes of [file.length - 1, file.length - 8, 1000, 8, 0]) {
      assertThrows(() => readSafetensors(file.subarray(0, bytes)), FormatError);
    }
    loadParameters(tree, arrays);
    assertEquals(numbers(), saved.map(({ name, values }) => [name, ...values].join()));
  },
);
