/**
 * Writes the entries of operators: a struct of checked arguments for each, and the C function that makes it and calls
 * the operator.
 *
 * @module
 */

import { buffersOf, choicesOf, mayBeAbsent, orList, rangeOf } from "./choices.ts";
import { type Expression, PRODUCT } from "./expressions.ts";
import { ELEMENTS, HANDLES } from "./handles.ts";
import type { Declarations, Dimension, FunctionType, Parameter } from "./model.ts";
import { pascalCase } from "./names.ts";

/** Names that the generated functions use themselves. */
const TAKEN: ReadonlySet<string> = new Set(["c", "a"]);

/** Columns of generated lines that can be broken. */
const COLUMNS = 120;

/** Texts of the generated C++ files by path: for each family of operators its arguments and its entries. */
export function emitEntries(declarations: Declarations): [string, string][] {
  const operators = declarations.functions.filter(({ checked }) => checked);
  const families = [...new Set(operators.map(({ family }) => family))];
  return families.flatMap((family) => {
    const own = operators.filter((type) => type.family === family);
    const path = `cuda/_generated/${family}`;
    // Without a hash of all headers, so that a change of one does not compile the operators of all families again.
    const banner =
      `Generated from ffi/include/denovdb/${family}.h by \`deno task bindgen\`; do not edit.`;
    return [
      [`${path}_args.hpp`, emitArguments(banner, family, own)],
      [`${path}_entries.cpp`, emitFunctions(banner, family, own, declarations)],
    ];
  });
}

function emitArguments(banner: string, family: string, own: readonly FunctionType[]): string {
  const used = new Set(own.flatMap(({ parameters }) => parameters.map(({ type }) => type)));
  const headers = [...HANDLES].filter(([name]) => used.has(name)).map(([, { header }]) => header);
  const includes = [...new Set(["core/arguments.hpp", ...headers])].sort();
  return `// ${banner}
/// The arguments of the operators of ${family}.h, which says what they are, checked, and these operators.
#pragma once

${includes.map((name) => `#include "${name}"`).join("\n")}
#include "denovdb/${family}.h"

namespace dvdb::operators {

${own.map(emitStruct).join("\n\n")}

}  // namespace dvdb::operators
`;
}

function emitStruct(type: FunctionType): string {
  return `/// Arguments of ${type.name}().
struct ${structName(type)} {
${wrapped(" ", membersOf(type).map(emitMembers), "  ", "").join("\n")}
};
Status ${operatorName(type)}(Context& c, const ${structName(type)}& a);`;
}

/** Members of one type. */
interface Members {
  readonly type: string;
  readonly parameters: readonly Parameter[];
}

/** The members of a struct by their types: first those that are copied as they are, then those that checks fill. */
function membersOf({ parameters }: FunctionType): Members[] {
  const own = parameters.filter(isArgument);
  const ordered = [...own.filter(isCopied), ...own.filter((one) => !isCopied(one))];
  const byType = Map.groupBy(ordered, memberType);
  return [...byType].map(([type, members]) => ({ type, parameters: members }));
}

function emitMembers({ type, parameters }: Members): string {
  const initial = type.endsWith("*") ? " = nullptr" : isClass(type) ? "{}" : " = 0";
  const star = type.endsWith("*") ? "*" : "";
  const names = parameters.map(({ name }, place) => `${place > 0 ? star : ""}${name}${initial}`);
  return `${type} ${names.join(", ")};`;
}

/** Whether a type of members has a capital letter, as those of the library have; the others are numbers of C. */
function isClass(type: string): boolean {
  return /[A-Z]/.test(type);
}

/** Joins parts to lines of at most so many columns. */
function wrapped(head: string, parts: readonly string[], indent: string, end: string): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const line = lines.at(-1);
    const longer = `${line ?? head} ${part}`;
    if (line === undefined || longer.length <= COLUMNS) lines.splice(-1, 1, longer);
    else lines.push(`${indent}${part}`);
  }
  return [...lines.slice(0, -1), `${lines.at(-1) ?? ""}${end}`];
}

/** Whether an operator gets a parameter: not the context, which comes by itself, and not the ticket. */
function isArgument({ type, direction }: Parameter): boolean {
  const isContext = type === "dvdb_context" && direction === "value";
  return !isContext && type !== "dvdb_ticket";
}

/** Whether a parameter names an object that the entry looks up. */
function isObject({ type, direction, comment }: Parameter): boolean {
  return direction === "value" && HANDLES.has(type) && !isRaw(comment);
}

/** Whether the operator gets a parameter as it comes. */
function isCopied(parameter: Parameter): boolean {
  return !isObject(parameter) && parameter.buffer === undefined;
}

function memberType({ type, direction, buffer, comment }: Parameter): string {
  if (direction === "in") return `const ${type}*`;
  if (direction === "out") return `${type}*`;
  if (buffer !== undefined) {
    const { element, optional } = buffer;
    const word = ELEMENTS.get(element.word ?? "");
    if (word === undefined || element.cases.length > 0) return "Operand";
    return optional === false ? `Span<${word.type}>` : `OptionalSpan<${word.type}>`;
  }
  const handle = HANDLES.get(type);
  return handle === undefined || isRaw(comment) ? type : `${handle.type}*`;
}

/** Whether the operator gets a handle as it is. */
function isRaw(comment: string): boolean {
  return /^handle\b/.test(comment);
}

function operatorName({ name }: FunctionType): string {
  return name.replace(/^dvdb_/, "");
}

function structName({ name }: FunctionType): string {
  return `${pascalCase(name)}Args`;
}

function emitFunctions(
  banner: string,
  family: string,
  own: readonly FunctionType[],
  known: Declarations,
): string {
  return `// ${banner}
#include "_generated/${family}_args.hpp"

using namespace dvdb;

${own.map((type) => emitFunction(type, known)).join("\n\n")}
`;
}

function emitFunction(type: FunctionType, known: Declarations): string {
  const { name, parameters } = type;
  const clash = parameters.find((parameter) => TAKEN.has(parameter.name));
  if (clash !== undefined || parameters[0]?.type !== "dvdb_context") {
    throw new SyntaxError(`Cannot write ${name}: ${clash?.name ?? "no context"}`);
  }
  const list = parameters.map(declaration).join(", ");
  const ticket = parameters.some((one) => one.type === "dvdb_ticket" && one.direction === "value")
    ? "ticket"
    : "0";
  const copied = membersOf(type).flatMap((members) => members.parameters.filter(isCopied));
  const values = copied.map((parameter) => parameter.name).join(", ");
  const call = `context, ${ticket}, operators::${operatorName(type)}, {${values}}`;
  const body = checks(type, known);
  const uses = (word: string): boolean => body.some((check) => check.includes(`${word}.`));
  const made = body.map((check, place) => `${place > 0 ? "&& " : ""}${check}`);
  return `dvdb_status ${name}(${list}) noexcept {
  return entry(${call}, [&](Checks&${uses("c") ? " c" : ""}, auto&${uses(" a") ? " a" : ""}) {
${made.length === 0 ? "    return true;" : wrapped("    return", made, "      ", ";").join("\n")}
  });
}`;
}

function declaration({ type, name, direction }: Parameter): string {
  if (direction === "value") return `${type} ${name}`;
  return direction === "in" ? `const ${type}* ${name}` : `${type}* ${name}`;
}

/** Checks everything and looks up what handles name: objects, then memory, then numbers, then buffers. */
function checks(type: FunctionType, known: Declarations): string[] {
  const { parameters } = type;
  const by = (test: (parameter: Parameter) => boolean): Parameter[] => parameters.filter(test);
  return [
    ...by(isObject).map((parameter) => {
      const { name } = parameter;
      const check = `c.take("${name}", ${name}, a.${name})`;
      return mayBeAbsent(parameter) ? `(${name} == 0 || ${check})` : check;
    }),
    ...by(({ direction }) => direction !== "value").map(({ name, shape }) => {
      const dimensions = shape.map((dimension) => countText(dimension, type)).join(", ");
      return `c.memory("${name}", ${name}, {${dimensions}})`;
    }),
    ...parameters.flatMap((parameter) => numberChecks(parameter, type, known)),
    ...bufferChecks(type, known),
  ];
}

/** A dimension of host memory. */
function countText({ name, plus }: Dimension, { parameters }: FunctionType): string {
  if (name === undefined) return `${plus}`;
  const own = parameters.some((parameter) => parameter.name === name);
  const owner = parameters.find(({ type, direction }) =>
    direction === "value" && HANDLES.get(type)?.quantities[name] !== undefined
  );
  const text = own || owner === undefined ? name : quantityText(name, owner);
  return plus === 0 ? text : `Count(${text}) + ${plus}`;
}

function quantityText(name: string, owner: Parameter): string {
  const text = `a.${owner.name}->${HANDLES.get(owner.type)?.quantities[name] ?? ""}`;
  return mayBeAbsent(owner) ? `(a.${owner.name} == nullptr ? 0 : ${text})` : text;
}

function numberChecks(parameter: Parameter, type: FunctionType, known: Declarations): string[] {
  const { name, direction, comment, shape } = parameter;
  const checks: string[] = [];
  const owner = /^as many as (?:the batch|(?<name>\w+)) has$/.exec(comment)?.groups;
  if (owner !== undefined) {
    const grid = type.parameters.find((one) =>
      one.type === "dvdb_grid" && (owner["name"] === undefined || one.name === owner["name"])
    );
    if (grid === undefined) {
      throw new SyntaxError(`Cannot write ${type.name}: no batch for ${name}`);
    }
    checks.push(`c.grid_count(*a.${grid.name}, ${name})`);
  }
  const range = rangeOf(parameter);
  if (range !== undefined) {
    const limits = `${range.least}, ${range.most ?? "INT64_MAX"}`;
    const counts = shape.map(({ name, plus }) => name === undefined ? plus : undefined);
    if (direction === "value") {
      checks.push(`c.range("${name}", ${name}, ${limits})`);
    } else if (direction === "in" && !counts.includes(undefined)) {
      checks.push(`c.ranges("${name}", ${name}, ${counts.join(" * ")}, ${limits})`);
    }
  }
  const choices = direction === "value" ? choicesOf(parameter, known) : undefined;
  if (choices !== undefined && buffersOf(type, parameter).length === 0) {
    const names = choices.map((choice) => choice.name);
    checks.push(
      names.every(isDtype)
        ? `c.dtype("${name}", ${name}, {${names.join(", ")}})`
        : `c.choice("${name}", ${name}, {${names.join(", ")}}, "${orList(names)}")`,
    );
  }
  return checks;
}

function isDtype(value: string): boolean {
  return [...ELEMENTS.values()].some(({ dtype }) => dtype === value);
}

function bufferChecks(type: FunctionType, known: Declarations): string[] {
  const checked = new Set<string>();
  return type.parameters.flatMap((parameter) => {
    const { name, buffer } = parameter;
    if (buffer === undefined) return [];
    const { element, dimensions, optional } = buffer;
    const statements: string[] = [];
    const dtype = dtypeText(parameter);
    if (element.parameter !== undefined && !checked.has(dtype)) {
      checked.add(dtype);
      statements.push(dtypeCheck(parameter, dtype, type, known));
    }
    const typed = memberType(parameter) === "Operand" ? ` ${dtype},` : "";
    const may = optional === false
      ? memberType(parameter).startsWith("OptionalSpan") ? ", false" : ""
      : optional === true
      ? ", true"
      : "zero" in optional
      ? `, ${optional.zero} == 0`
      : `, ${optional.parameter} != ${optional.value}`;
    const shape = dimensions.map((dimension) => dimensionText(dimension, type)).join(", ");
    statements.push(`c.take("${name}", ${name},${typed} {${shape}}, a.${name}${may})`);
    return statements;
  });
}

/** The dtype of a buffer, in C++. */
function dtypeText({ buffer }: Parameter): string {
  const { word, parameter, place, cases } = buffer?.element ?? { cases: [] };
  const own = word === undefined
    ? `${parameter}${place === undefined ? "" : `[${place}]`}`
    : ELEMENTS.get(word)?.dtype ?? "";
  return cases.reduceRight((other, one) => {
    const test = one.values.map((value) => `${one.parameter} == ${value}`).join(" || ");
    return `${test} ? ${ELEMENTS.get(one.word)?.dtype ?? ""} : ${other}`;
  }, own);
}

/** Checks a dtype for the first buffer that has it; one that only absent buffers have may be any. */
function dtypeCheck(
  { name, buffer }: Parameter,
  dtype: string,
  type: FunctionType,
  known: Declarations,
): string {
  const { parameter = "", place } = buffer?.element ?? {};
  const owner = type.parameters.find((one) => one.name === parameter);
  const choices = owner === undefined ? undefined : choicesOf(owner, known);
  const dtypes = choices ?? known.enums.find((one) => one.name === "dvdb_dtype")?.values ?? [];
  const check = `c.dtype("${name}", ${dtype}, {${dtypes.map((value) => value.name).join(", ")}})`;
  const users = buffersOf(type, { name: parameter }, place);
  if (users.some((user) => user.buffer?.optional !== true)) return check;
  return `((${users.map((user) => user.name).join(" | ")}) == 0 || ${check})`;
}

/** A dimension of a buffer, in C++. */
function dimensionText(dimension: Expression, type: FunctionType): string {
  switch (dimension.kind) {
    case "number":
      return `${dimension.value}`;
    case "name":
      return dimension.name;
    case "element":
      return `${dimension.name}[${dimension.place}]`;
    case "quantity": {
      const owner = type.parameters.find(({ name }) => name === dimension.of);
      if (dimension.name === PRODUCT) {
        const count = owner?.shape.map((one) => countText(one, type)).join() ?? "";
        return `product(${dimension.of}, ${count})`;
      }
      return owner === undefined ? "" : quantityText(dimension.name, owner);
    }
    case "operation": {
      const { operator, left: first, right: second } = dimension;
      const [left, right] = [dimensionText(first, type), dimensionText(second, type)];
      if (operator === "/") return `ceil_div(${left}, ${right})`;
      if (operator === "^") return `power(${left}, ${right})`;
      const own = first.kind === "operation" ? left : `Count(${left})`;
      return `(${own} ${operator} ${right})`;
    }
  }
}
