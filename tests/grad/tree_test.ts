import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { gridFromDense, tensor } from "../../mod.ts";
import { leaves, mapTree, ownTree, valueAndGrad } from "../../lib/grad/mod.ts";
import { eachBackend } from "../_backends.ts";
import { total } from "./_operators.ts";

eachBackend("leaves() lists paths in the order of the members", (context) => {
  using a = tensor([1], { context });
  using b = tensor([2], { context });
  const tree = { z: [a, { inner: b }], none: undefined, a };
  assertEquals(leaves(tree).map(([path]) => path), ["z.0", "z.1.inner", "a"]);
  assertStrictEquals(leaves(tree)[1]?.[1], b);
  assertStrictEquals(leaves(a)[0]?.[1], a);
  assertEquals(leaves({}), []);
  assertThrows(
    () => leaves({ deep: { a: "text" } }),
    TypeError,
    'Cannot run leaves: deep.a is "text", a tensor expected',
  );
  assertThrows(() => leaves(3 as never), TypeError, "tree is 3, a tree of tensors expected");
});

eachBackend("mapTree() keeps the form of a tree", (context) => {
  using a = tensor([1, 2], { context });
  const tree = { list: [a, undefined], pair: { a } };
  const shapes = mapTree(tree, ({ shape }, path) => `${path} ${shape}`);
  assertEquals(shapes, { list: ["list.0 2", undefined], pair: { a: "pair.a 2" } });
  assertThrows(() => mapTree({ a: 1 }, () => 1), TypeError, "Cannot run mapTree: a is 1");
  assertThrows(() => mapTree({}, 3 as never), TypeError, "map is 3, a function expected");
});

eachBackend("ownTree() disposes everything in a tree, and is a tree of parameters", (context) => {
  using tree = ownTree({
    weights: [tensor([1, 2], { context })],
    grid: gridFromDense({ context, dims: 1 }),
    name: "text",
  });
  assertEquals(Object.keys(tree), ["weights", "grid", "name"]);
  using params = ownTree({ x: tensor([1, 2], { context }) });
  using found = valueAndGrad(params, (p) => total(p.x));
  assertEquals(found.gradients.x.shape, [2]);
  assertThrows(() => ownTree(3 as never), TypeError, "tree is 3, a plain object expected");
});
