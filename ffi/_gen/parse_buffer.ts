/**
 * Reads what a device buffer holds from the comment behind it:
 * `f32 [n, 3], world space` or `dtype [n_voxels(fine), channels]; 0 for none`.
 *
 * @module
 */

import type { Cursor } from "./cursor.ts";
import { type Expression, parseDimensions, PRODUCT, replaceLeaves } from "./expressions.ts";
import { ELEMENTS, HANDLES } from "./handles.ts";
import type { BufferShape, Declarations, ElementCase, ElementType, Parameter } from "./model.ts";

/** The word for buffers whose size follows from data: entries check these by hand. */
const UNSIZED = "unsized";

/**
 * Reads a comment: an element type, dimensions in brackets, then perhaps prose behind a comma, and clauses behind
 * semicolons. Undefined for a buffer that is marked as unsized.
 */
export function parseBuffer(
  cursor: Cursor,
  name: string,
  comment: string,
  line: number,
): BufferShape | undefined {
  const fail = (problem: string): never => cursor.fail(`buffer "${name}" ${problem}`, line);
  if (new RegExp(`^${UNSIZED}\\b`).test(comment)) return undefined;
  const [head = "", ...clauses] = comment.split(/;\s*/);
  const found = /^(?<word>\w+)(?:\[(?<place>\d+)\])? \[(?<rest>[^]*)$/.exec(head)?.groups;
  if (found === undefined) {
    return fail(`lacks a shape comment like /* f32 [n, 3] */, or the word "${UNSIZED}"`);
  }
  const { word = "", place, rest = "" } = found;
  const end = closingBracket(rest);
  if (end < 0) fail(`has a shape without "]"`);
  if (!/^($|,)/.test(rest.slice(end + 1))) fail(`has prose behind its shape without a comma`);
  const cases: ElementCase[] = [];
  let optional: BufferShape["optional"] = false;
  for (const clause of clauses) {
    const unless = /^0 unless (?<parameter>\w+) is (?<value>DVDB_\w+)$/.exec(clause)?.groups;
    const zero = /^0 if (?<parameter>\w+) is 0$/.exec(clause)?.groups?.["parameter"];
    const case_ = /^(?<word>\w+) for (?<parameter>\w+) (?<values>DVDB_[\w, ]+)$/.exec(clause)
      ?.groups;
    if (/^0 for (none|all)$/.test(clause)) {
      optional = true;
    } else if (zero !== undefined) {
      optional = { zero };
    } else if (unless !== undefined) {
      optional = { parameter: unless["parameter"] ?? "", value: unless["value"] ?? "" };
    } else if (case_ !== undefined && ELEMENTS.has(case_["word"] ?? "")) {
      const values = (case_["values"] ?? "").match(/DVDB_\w+/g) ?? [];
      cases.push({ word: case_["word"] ?? "", parameter: case_["parameter"] ?? "", values });
    } else {
      fail(`has a clause "${clause}" that is not known`);
    }
  }
  const isWord = ELEMENTS.has(word);
  if (isWord && place !== undefined) fail(`has an element type "${word}[${place}]"`);
  const element: ElementType = {
    ...(isWord ? { word } : { parameter: word }),
    ...(place !== undefined && { place: Number(place) }),
    cases,
  };
  try {
    return { element, dimensions: parseDimensions(rest.slice(0, end)), optional };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return fail(`has a shape that cannot be read: ${error.message}`);
  }
}

function closingBracket(text: string): number {
  let depth = 1;
  for (const [place, letter] of [...text].entries()) {
    depth += letter === "[" ? 1 : letter === "]" ? -1 : 0;
    if (depth === 0) return place;
  }
  return -1;
}

/** Finds what the names in a buffer's shape stand for. */
export function resolveBuffer(
  cursor: Cursor,
  parameter: Parameter,
  parameters: readonly Parameter[],
  known: Declarations,
  line: number,
): Parameter {
  const { name, buffer } = parameter;
  if (buffer === undefined) return parameter;
  const fail = (problem: string): never => cursor.fail(`buffer "${name}" ${problem}`, line);
  const find = (other: string): Parameter | undefined =>
    parameters.find((one) => one.name === other);
  const isDtype = (other: string, direction: Parameter["direction"]): boolean => {
    const found = find(other);
    return found?.type === "uint32_t" && found.direction === direction;
  };

  const { parameter: typed, place, cases } = buffer.element;
  if (typed !== undefined && !isDtype(typed, place === undefined ? "value" : "in")) {
    fail(`has elements of "${typed}", which is neither a type nor a dtype parameter`);
  }
  for (const one of cases) {
    if (!isDtype(one.parameter, "value")) fail(`depends on "${one.parameter}", no dtype parameter`);
    for (const value of one.values) checkEnumValue(value);
  }
  if (typeof buffer.optional === "object") {
    const other = "zero" in buffer.optional ? buffer.optional.zero : buffer.optional.parameter;
    if (find(other) === undefined) fail(`depends on "${other}", which is no parameter`);
    if ("value" in buffer.optional) checkEnumValue(buffer.optional.value);
  }

  function isEnumValue(word: string): boolean {
    return known.enums.some(({ values }) => values.some((value) => value.name === word));
  }
  function checkEnumValue(word: string): void {
    if (!isEnumValue(word)) fail(`depends on "${word}", which is no value of an enum`);
  }
  function resolve(leaf: Expression): Expression {
    if (leaf.kind === "element") {
      const array = find(leaf.name);
      if (array?.direction === "in" && /^u?int/.test(array.type)) return leaf;
      return fail(`has a dimension "${leaf.name}[${leaf.place}]" of no array of integers`);
    }
    if (leaf.kind === "quantity" && leaf.name === PRODUCT) {
      const array = find(leaf.of ?? "");
      if (array?.direction === "in" && array.type === "int64_t" && array.shape.length === 1) {
        return leaf;
      }
      return fail(`has a dimension "${PRODUCT}(${leaf.of})" of no list of int64_t`);
    }
    if (leaf.kind !== "name" && leaf.kind !== "quantity") return leaf;
    const scalar = find(leaf.name);
    if (leaf.kind === "name") {
      if (isEnumValue(leaf.name)) return leaf;
      if (scalar?.direction === "value" && /^u?int/.test(scalar.type)) return leaf;
    }
    const wanted = leaf.kind === "quantity" ? leaf.of : undefined;
    const owners = parameters.filter((one) =>
      one.direction === "value" && (wanted === undefined || one.name === wanted) &&
      HANDLES.get(one.type)?.quantities[leaf.name] !== undefined
    );
    const [owner] = owners;
    if (owner === undefined) {
      return fail(`has a dimension "${leaf.name}" that is neither a parameter nor a quantity`);
    }
    if (owners.length > 1) {
      return fail(
        `has a dimension "${leaf.name}" of several: write ${
          owners.map((one) => `${leaf.name}(${one.name})`).join(" or ")
        }`,
      );
    }
    return { kind: "quantity", name: leaf.name, of: owner.name };
  }
  const dimensions = buffer.dimensions.map((dimension) => replaceLeaves(dimension, resolve));
  return { ...parameter, buffer: { ...buffer, dimensions } };
}
