/**
 * Writes the wrapper of each function: it checks sizes and makes the call.
 *
 * @module
 */

import { dimensionText } from "./abi_hash.ts";
import type { Dimension, EnumType, FunctionType, Parameter } from "./model.ts";
import { camelCase, enumValueName, namedEnum, passedParameters } from "./names.ts";

const CONVERSIONS: ReadonlyMap<string, string> = new Map([
  ["int64_t", "int64"],
  ["double", "float64"],
]);

/** Writes the wrapper of a function and, where it may wait, its asynchronous twin. */
export function emitWrappers(type: FunctionType, enums: readonly EnumType[]): string[] {
  const sizes = type.parameters.flatMap((parameter) => sizeCheck(parameter, type, enums));
  const wrappers = [emitWrapper(type, sizes, enums)];
  if (type.nonblocking) wrappers.push(emitTwin(type, sizes));
  return wrappers;
}

function emitWrapper(
  type: FunctionType,
  sizes: readonly string[],
  enums: readonly EnumType[],
): string {
  const values = type.parameters.map((parameter) => {
    if (parameter.type === "dvdb_ticket" && type.nonblocking) return "0";
    return isSize(parameter, enums) ? convert(parameter, type) : camelCase(parameter.name);
  });
  return method(camelCase(type.name), type, [
    ...sizes,
    `return symbols.${type.name}(${values.join(", ")}) as Status;`,
  ]);
}

/** Checks everything that could fail before the call takes its place in the order. */
function emitTwin(type: FunctionType, sizes: readonly string[]): string {
  const checks = passedParameters(type).map((parameter) => {
    const name = camelCase(parameter.name);
    return parameter.direction === "value"
      ? `const ${name}_ = ${convert(parameter, type)};`
      : `steady(${name}, "${camelCase(type.name)}", "${name}");`;
  });
  const values = type.parameters.map(({ name, type, direction }) => {
    if (type === "dvdb_ticket") return "ticket";
    return direction === "value" ? `${camelCase(name)}_` : camelCase(name);
  });
  const call = `symbols.${type.name}_async(${values.join(", ")})`;
  return method(`async ${camelCase(type.name)}Async`, type, [
    ...checks,
    ...sizes,
    `return await ordered(symbols, context_, (ticket) => ${call}, signal) as Status;`,
  ], ", signal");
}

function method(head: string, type: FunctionType, lines: readonly string[], more = ""): string {
  const names = passedParameters(type).map(({ name }) => camelCase(name)).join(", ");
  return [`    ${head}({ ${names} }${more}) {`, ...lines.map((line) => `      ${line}`), "    },"]
    .join(
      "\n",
    );
}

function convert({ name, type }: Parameter, owner: FunctionType): string {
  const local = camelCase(name);
  return `${CONVERSIONS.get(type) ?? "uint32"}(${local}, "${camelCase(owner.name)}", "${local}")`;
}

/** Whether a number needs a check or conversion of its own; Deno sees to handles and enums. */
function isSize(parameter: Parameter, enums: readonly EnumType[]): boolean {
  const { type, direction } = parameter;
  if (direction !== "value") return false;
  return type === "int64_t" || (type === "uint32_t" && namedEnum(parameter, enums) === undefined);
}

/** Memory too short for its stated shape must not reach native code. */
function sizeCheck(
  { name, type, direction, shape }: Parameter,
  owner: FunctionType,
  enums: readonly EnumType[],
): string[] {
  if (direction === "value") return [];
  const factors = shape.map((dimension) => factor(dimension, owner, enums));
  if (factors.includes(undefined)) return []; // only the native side knows; the caller answers
  const check = type === "uint8_t" ? "holdsBytes" : "holds";
  const local = camelCase(name);
  return [
    `${check}(${local}, ${factors.join(" * ")}, "${camelCase(owner.name)}", "${local}");`,
  ];
}

function factor(
  { name, plus }: Dimension,
  { parameters }: FunctionType,
  enums: readonly EnumType[],
): string | undefined {
  if (name === undefined) return `${plus}`;
  const isParameter = parameters.some((parameter) => parameter.name === name);
  const value = isParameter ? camelCase(name) : enumValueName(name, enums);
  if (value === undefined) return undefined;
  return plus === 0 ? value : `(${dimensionText({ name: value, plus })})`;
}
