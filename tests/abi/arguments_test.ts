import { assertEquals, assertMatch, assertThrows } from "@std/assert";
import { buffersOf, choicesOf, mayBeAbsent, rangeOf } from "../../ffi/_gen/choices.ts";
import { leaves } from "../../ffi/_gen/expressions.ts";
import { ELEMENTS } from "../../ffi/_gen/handles.ts";
import type { FunctionType, Parameter } from "../../ffi/_gen/model.ts";
import { camelCase } from "../../ffi/_gen/names.ts";
import { StatusCode } from "../../ffi/_generated/symbols.ts";
import { createBuffer } from "../../ffi/buffer.ts";
import { handleOf } from "../../ffi/owned.ts";
import { gridFromDense } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { DECLARATIONS, FUNCTIONS, memory } from "./_calls.ts";
import { Scene } from "./_named_calls.ts";
import { UNUSUAL_CALLS } from "./_valid_calls.ts";

const NAMED = FUNCTIONS.filter(({ checked }) => checked);

/** Runs a body for each function, and says for which it fails. */
function eachFunction(title: string, body: (scene: Scene) => void | Promise<void>): void {
  eachBackend(title, async (context) => {
    for (const type of NAMED) {
      using scene = new Scene(context, type);
      await body(scene);
    }
  });
}

/** Asserts that a call was refused with a message that begins with an operand. */
function assertRefused(
  [status, message]: readonly [number, string],
  code: number,
  name: string,
  text: string,
  about: FunctionType,
): void {
  const expected = `Cannot run ${camelCase(about.name)}: cannot use ${name}: ${text}`;
  assertEquals([status, message], [code, expected], about.name);
}

/** A buffer of a function, with its shape. */
function buffersWithShape({ type }: Scene): Parameter[] {
  return type.parameters.filter(({ buffer }) => buffer !== undefined);
}

/** Whether a valid call may leave a buffer out. */
function isOptional({ buffer }: Parameter, { valid }: Scene): boolean {
  const { optional = false } = buffer ?? {};
  if (typeof optional === "boolean") return optional;
  if ("zero" in optional) return valid[camelCase(optional.zero)] === 0;
  const needed = DECLARATIONS.enums.flatMap(({ values }) => values).find((one) =>
    one.name === optional.value
  );
  return valid[camelCase(optional.parameter)] !== needed?.value;
}

Deno.test("valid calls are of functions whose arguments are named", () => {
  const names = new Set(NAMED.map(({ name }) => camelCase(name)));
  assertEquals(Object.keys(UNUSUAL_CALLS).filter((name) => !names.has(name)), []);
});

eachFunction("native functions accept valid calls", async (scene) => {
  assertEquals(scene.call(), [StatusCode.OK, ""], scene.type.name);
  if (scene.type.nonblocking) assertEquals(await scene.callAsync(), StatusCode.OK);
});

eachFunction("native functions refuse buffers of another size", (scene) => {
  for (const parameter of buffersWithShape(scene)) {
    const { one, all } = scene.bytesOf(parameter, scene.valid);
    const name = camelCase(parameter.name);
    for (const bytes of [all - one, all + one, all + 1]) {
      if (bytes < 0) continue;
      using wrong = scene.makeBuffer(name, bytes);
      const text = `${bytes} bytes held, ${all} needed`;
      const outcome = scene.call({}, { [name]: handleOf(wrong) });
      assertRefused(outcome, StatusCode.INVALID_ARGUMENT, parameter.name, text, scene.type);
    }
  }
});

eachFunction("native functions refuse buffers that are not aligned", (scene) => {
  for (const parameter of buffersWithShape(scene)) {
    const { one, all } = scene.bytesOf(parameter, scene.valid);
    if (one === 1 || all === 0) continue;
    const name = camelCase(parameter.name);
    using memory = createBuffer(scene.context, all + 1);
    using wrong = memory.view(1);
    const text = "byte offset 1 is not aligned to its elements";
    const outcome = scene.call({}, { [name]: handleOf(wrong) });
    assertRefused(outcome, StatusCode.INVALID_ARGUMENT, parameter.name, text, scene.type);
  }
});

eachFunction("native functions refuse handles that do not fit, and name the argument", (scene) => {
  const { context, type } = scene;
  using grid = gridFromDense({ context, dims: 1 });
  using buffer = createBuffer(context, 0);
  const gone = createBuffer(context, 0);
  const stale: number = handleOf(gone);
  gone.dispose();
  const hex = (handle: number): string => handle.toString(16).padStart(8, "0");
  for (const parameter of type.parameters) {
    const isGrid = parameter.type === "dvdb_grid";
    if (parameter.direction !== "value") continue;
    if (parameter.buffer === undefined && (!isGrid || /^handle\b/.test(parameter.comment))) {
      continue;
    }
    const [kind, held, other] = isGrid
      ? ["grid", "buffer", handleOf(buffer)] as const
      : ["buffer", "grid", handleOf(grid)] as const;
    const name = camelCase(parameter.name);
    const refuse = (handle: number, text: string): void => {
      const outcome = scene.call({}, { [name]: handle });
      assertRefused(outcome, StatusCode.INVALID_HANDLE, parameter.name, text, type);
    };
    refuse(stale, `${kind} ${hex(stale)} is not alive`);
    refuse(other, `${hex(other)} is a live ${held}, a ${kind} is needed`);
    if (isGrid ? mayBeAbsent(parameter) : isOptional(parameter, scene)) {
      assertEquals(scene.call({}, { [name]: 0 }), [StatusCode.OK, ""], type.name);
    } else {
      refuse(0, `${kind} 00000000 is not alive`);
    }
  }
});

eachFunction("native functions accept the dtypes that they state, and no others", (scene) => {
  const { type } = scene;
  const all = DECLARATIONS.enums.find(({ name }) => name === "dvdb_dtype")?.values ?? [];
  for (const parameter of type.parameters) {
    const choices = choicesOf(parameter, DECLARATIONS);
    if (parameter.direction !== "value" || !choices?.every((one) => all.includes(one))) continue;
    const name = camelCase(parameter.name);
    const users = buffersOf(type, parameter);
    for (const { value } of choices) {
      assertEquals(scene.call({ [name]: value }), [StatusCode.OK, ""], `${type.name}: ${value}`);
    }
    const words = choices.map((one) =>
      [...ELEMENTS].find(([, element]) => element.dtype === one.name)?.[0] ?? ""
    );
    const expected = words.length < 2
      ? words.join()
      : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
    for (const value of [...all.map((one) => one.value), 99]) {
      if (choices.some((one) => one.value === value)) continue;
      const operand = users[0]?.name ?? parameter.name;
      const outcome = scene.call({ [name]: value });
      const text = `dtype ${value} is not ${expected}`;
      assertRefused(outcome, StatusCode.INVALID_ARGUMENT, operand, text, type);
    }
  }
});

eachFunction("native functions refuse numbers that are not among the choices", (scene) => {
  const { type } = scene;
  for (const parameter of type.parameters) {
    const choices = choicesOf(parameter, DECLARATIONS);
    const isDtype = choices?.every((one) => /^DVDB_[A-Z]+\d+$|^DVDB_BOOL$/.test(one.name));
    if (parameter.direction !== "value" || choices === undefined || isDtype) continue;
    for (const value of [Math.max(...choices.map((one) => one.value)) + 1, 2 ** 32 - 1]) {
      const [status, message] = scene.call({ [camelCase(parameter.name)]: value });
      assertEquals(status, StatusCode.INVALID_ARGUMENT, `${type.name}: ${parameter.name}`);
      const start = `Cannot run ${
        camelCase(type.name)
      }: cannot use ${parameter.name}: ${value} is not DVDB_`;
      assertEquals(message.slice(0, start.length), start, type.name);
    }
  }
});

eachFunction("native functions refuse numbers out of their range", (scene) => {
  const { type, valid } = scene;
  for (const parameter of type.parameters) {
    const range = rangeOf(parameter);
    if (range === undefined) continue;
    const name = camelCase(parameter.name);
    for (const value of [range.least - 1, ...range.most === undefined ? [] : [range.most + 1]]) {
      if (value < 0 && parameter.type.startsWith("u")) continue;
      let other: unknown = value;
      if (parameter.direction === "in") {
        const array = (valid[name] as Int32Array | BigInt64Array).slice();
        const last = array instanceof BigInt64Array ? BigInt(value) : value;
        array.fill(last as never, -1);
        other = array;
      }
      const values: Record<string, unknown> = { [name]: other };
      for (const array of type.parameters) {
        const isLonger = array.shape.some((dimension) => dimension.name === parameter.name);
        if (array.direction !== "in" || !isLonger || value < 0) continue;
        const length = scene.lengthOf(array, { ...valid, ...values });
        values[camelCase(array.name)] = memory(array.type, length);
      }
      const [status, message] = scene.call(values);
      assertEquals(status, StatusCode.INVALID_ARGUMENT, `${type.name}: ${name} = ${value}`);
      assertMatch(message, new RegExp(`: cannot use ${parameter.name}: ${value} is `));
    }
  }
});

eachFunction("native functions refuse dimensions that no memory has", (scene) => {
  const { type, valid } = scene;
  for (const parameter of type.parameters) {
    const name = camelCase(parameter.name);
    const isDimension = type.parameters.some(({ buffer }) =>
      buffer?.dimensions.some((dimension) =>
        leaves(dimension).some((leaf) => leaf.kind === "name" && leaf.name === parameter.name)
      )
    );
    if (!isDimension || parameter.type !== "int64_t" || !(name in valid)) continue;
    for (const value of [-1, 2 ** 45, 2 ** 53 - 1]) {
      const [status, message] = scene.call({ [name]: value });
      assertEquals(status, StatusCode.INVALID_ARGUMENT, `${type.name}: ${name} = ${value}`);
      assertMatch(
        message,
        /^Cannot run \w+: cannot use \w+: (a shape of \[.*\] is out of range|-?\d+ is )/,
      );
    }
  }
});

eachFunction("native functions refuse another number of grids than the batch has", (scene) => {
  const { type, valid } = scene;
  for (const parameter of type.parameters) {
    if (!/^as many as /.test(parameter.comment)) continue;
    const name = camelCase(parameter.name);
    const values: Record<string, unknown> = { [name]: Number(valid[name]) + 1 };
    for (const array of type.parameters) {
      const isSized = array.shape.some((dimension) => dimension.name === parameter.name);
      if (!isSized || array.direction !== "in") continue;
      const given = valid[camelCase(array.name)] as BigInt64Array;
      const longer = memory(array.type, scene.lengthOf(array, { ...valid, ...values }));
      (longer as BigInt64Array).set(given);
      values[camelCase(array.name)] = longer;
    }
    const text = `it has ${valid[name]} grids, the call speaks of ${values[name]}`;
    assertRefused(scene.call(values), StatusCode.INVALID_ARGUMENT, "batch", text, type);
  }
});

eachFunction("native functions refuse host arrays that are too short before the call", (scene) => {
  const { type, valid } = scene;
  for (const parameter of type.parameters) {
    const name = camelCase(parameter.name);
    if (parameter.direction !== "in" || !(name in valid)) continue;
    const needed = scene.lengthOf(parameter, valid);
    if (Number.isNaN(needed)) continue;
    const short = memory(parameter.type, needed - 1);
    assertThrows(
      () => scene.call({ [name]: short }),
      RangeError,
      `Cannot run ${camelCase(type.name)}: ${name} holds ${needed - 1} `,
    );
  }
});
