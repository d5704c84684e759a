/**
 * Trees: plain objects and arrays with tensors at their leaves.
 *
 * @module
 */

import { checkFunction, isPlain, refuseKind } from "../../ffi/base/checks.ts";
import { type DeviceBuffer, disposeBuffers } from "../../ffi/buffer.ts";
import { Tensor } from "./tensor.ts";
import { DisposableStack } from "../../ffi/base/disposable_stack.ts";

/**
 * A tree with something else at its leaves. Optional members and arrays stay what they are; members whose names are
 * symbols are left out.
 *
 * @typeParam T The tree.
 * @typeParam U What stands at the leaves.
 * @category Trees
 */
export type MappedTree<T, U> = T extends Tensor ? U
  : T extends readonly unknown[] ? { readonly [K in keyof T]: MappedTree<T[K], U> }
  : T extends object ? { readonly [K in keyof T as Exclude<K, symbol>]: MappedTree<T[K], U> }
  : T;

/**
 * Gradients of a tree of parameters: a tensor in the place of each.
 *
 * @typeParam P The parameters.
 * @category Gradients
 */
export type GradientTree<P> = P extends Tensor ? P
  : P extends readonly unknown[] ? { readonly [K in keyof P]: GradientTree<P[K]> }
  : P extends object ? { readonly [K in keyof P as Exclude<K, symbol>]: GradientTree<P[K]> }
  : P;

/** Visits what a tree has at its leaves: whatever is neither a plain object nor an array, and not undefined. */
export function mapLeaves(
  tree: unknown,
  map: (leaf: unknown, path: string) => unknown,
  path = "",
): unknown {
  if (tree === undefined) return undefined;
  if (Array.isArray(tree)) return tree.map((part, at) => mapLeaves(part, map, join(path, `${at}`)));
  if (!isNode(tree)) return map(tree, path);
  const made: Record<string, unknown> = {};
  for (const name of Object.keys(tree)) {
    made[name] = mapLeaves((tree as Record<string, unknown>)[name], map, join(path, name));
  }
  return made;
}

/** Visits the same leaves without their paths, and makes nothing of them. */
export function eachLeaf(tree: unknown, visit: (leaf: unknown) => void): void {
  if (tree === undefined) return;
  if (Array.isArray(tree)) {
    for (let at = 0; at < tree.length; at++) eachLeaf(tree[at], visit);
  } else if (isNode(tree)) {
    for (const name of Object.keys(tree)) eachLeaf((tree as Record<string, unknown>)[name], visit);
  } else visit(tree);
}

/** Values of a tape are resources for this purpose: they have a prototype of their own. */
function isNode(value: unknown): value is object {
  if (!isPlain(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function join(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

/**
 * Lists the tensors of a tree with their paths, in the order of the members: names and places in arrays, joined by dots,
 * such as `stem.weight` or `blocks.0.bias`. A tensor that is a tree by itself has an empty path.
 *
 * @param tree Plain objects and arrays, with tensors and undefined members; borrowed.
 * @returns Paths and tensors; the tree keeps these.
 * @throws {TypeError} If something else is in the tree.
 * @category Trees
 *
 * @example A layer
 * ```ts
 * import { fullTensor, openContext } from "@denovdb/denovdb";
 * import { leaves } from "@denovdb/denovdb/grad";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using weight = fullTensor([2, 3], 1, { context, dtype: "f32" });
 * assertEquals(leaves({ layers: [{ weight }] }).map(([path]) => path), ["layers.0.weight"]);
 * ```
 */
export function leaves(tree: object): readonly (readonly [path: string, tensor: Tensor])[] {
  return tensorsOf("leaves", tree);
}

/** Lists the tensors of a tree for an operator that refuses other leaves by its name. */
export function tensorsOf(
  operator: string,
  tree: unknown,
  name = "tree",
): readonly (readonly [path: string, tensor: Tensor])[] {
  const found: [string, Tensor][] = [];
  if (typeof tree !== "object" || tree === null) {
    refuseKind({ operator, name }, tree, "a tree of tensors");
  }
  mapLeaves(tree, (leaf, path) => {
    if (!(leaf instanceof Tensor)) {
      refuseKind({ operator, name: path === "" ? name : path }, leaf, "a tensor");
    }
    found.push([path, leaf]);
  });
  return found;
}

/** Lists the tensors of a tree without their paths, which take longer than all else. */
export function listTensors(operator: string, tree: unknown, name: string): readonly Tensor[] {
  const found: Tensor[] = [];
  if (typeof tree !== "object" || tree === null || !collect(tree, found)) {
    tensorsOf(operator, tree, name); // says what is wrong, and where
  }
  return found;
}

/** Whether a tree has nothing but tensors at its leaves. */
function collect(node: unknown, found: Tensor[]): boolean {
  if (node === undefined) return true;
  if (node instanceof Tensor) {
    found.push(node);
    return true;
  }
  if (Array.isArray(node)) {
    for (let at = 0; at < node.length; at++) if (!collect(node[at], found)) return false;
    return true;
  }
  if (!isNode(node)) return false;
  for (const name of Object.keys(node)) {
    if (!collect((node as Record<string, unknown>)[name], found)) return false;
  }
  return true;
}

/**
 * Lists what a tree of the same form has in the place of each tensor of another one: a tensor, or undefined.
 *
 * @returns Whether it has that form, and tensors alone.
 */
export function walkBeside(
  node: unknown,
  beside: unknown,
  found: (Tensor | undefined)[],
): boolean {
  if (node === undefined) return beside === undefined;
  if (node instanceof Tensor) {
    if (!(beside instanceof Tensor) && beside !== undefined) return false;
    found.push(beside);
    return true;
  }
  if (Array.isArray(node)) {
    if (!Array.isArray(beside) || beside.length !== node.length) return false;
    for (let at = 0; at < node.length; at++) {
      if (!walkBeside(node[at], beside[at], found)) return false;
    }
    return true;
  }
  if (!isNode(beside)) return false;
  const names = Object.keys(node as object);
  if (Object.keys(beside).length !== names.length) return false;
  for (const name of names) {
    const [own, other] = [node, beside] as Record<string, unknown>[];
    if (!walkBeside(own?.[name], other?.[name], found)) return false;
  }
  return true;
}

/**
 * Makes a tree of the same form from the tensors of a tree.
 *
 * @typeParam T The tree.
 * @typeParam U What the function makes.
 * @param tree Plain objects and arrays, with tensors and undefined members; borrowed.
 * @param map Makes a leaf from a tensor and its path.
 * @returns The new tree; it owns nothing, so what was made belongs to the caller.
 * @throws {TypeError} If something else is in the tree.
 * @category Trees
 *
 * @example Shapes of all parameters
 * ```ts
 * import { fullTensor, openContext } from "@denovdb/denovdb";
 * import { mapTree } from "@denovdb/denovdb/grad";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using weight = fullTensor([2, 3], 1, { context, dtype: "f32" });
 * assertEquals(mapTree({ head: { weight } }, ({ shape }) => shape), { head: { weight: [2, 3] } });
 * ```
 */
export function mapTree<T extends object, U>(
  tree: T,
  map: (tensor: Tensor, path: string) => U,
): MappedTree<T, U> {
  const operator = "mapTree";
  checkFunction({ operator, name: "map" }, map);
  const made = new Map(tensorsOf(operator, tree).map(([path, one]) => [path, map(one, path)]));
  return mapLeaves(tree, (_, path) => made.get(path)) as MappedTree<T, U>;
}

/**
 * Gives a tree an owner: disposing the tree disposes everything in it that can be disposed, tensors, grids and plans.
 *
 * @typeParam T The tree.
 * @param tree A plain object, with plain objects and arrays in it; what these hold belongs to the result.
 * @returns A tree with the same members; the caller owns it.
 * @throws {TypeError} If it is no plain object.
 * @category Trees
 *
 * @example Parameters that are freed together
 * ```ts
 * import { fullTensor, openContext } from "@denovdb/denovdb";
 * import { ownTree } from "@denovdb/denovdb/grad";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * {
 *   using net = ownTree({
 *     weight: fullTensor([2, 3], 1, { context, dtype: "f32" }),
 *     bias: fullTensor([2], 0, { context, dtype: "f32" }),
 *   });
 *   assertEquals(net.weight.shape, [2, 3]);
 * }
 * assertEquals(context.stats().liveHandles, 0);
 * ```
 */
export function ownTree<T extends object>(tree: T): T & Disposable {
  if (!isNode(tree)) refuseKind({ operator: "ownTree", name: "tree" }, tree, "a plain object");
  return ownLeaves({ ...tree });
}

/** Lets a tree that is nobody's yet dispose its leaves; something that can be disposed stays what it is. */
export function ownLeaves<T>(tree: T): T & Disposable {
  if (isDisposable(tree)) return tree;
  const members: unknown = Array.isArray(tree) ? [...tree] : { ...tree };
  Object.defineProperty(tree, Symbol.dispose, { value: () => disposeLeaves(members) });
  return tree as T & Disposable;
}

/** Disposes what a tree has at its leaves, all of it even if some of that fails. */
export function disposeLeaves(tree: unknown): void {
  using stack = new DisposableStack();
  const buffers: DeviceBuffer[] = [];
  stack.defer(() => disposeBuffers(buffers));
  eachLeaf(tree, (leaf) => {
    if (leaf instanceof Tensor) buffers.push(leaf.buffer);
    else if (isDisposable(leaf)) stack.use(leaf);
  });
}

function isDisposable<T>(value: T): value is T & Disposable {
  return typeof value === "object" && value !== null && Symbol.dispose in value;
}
