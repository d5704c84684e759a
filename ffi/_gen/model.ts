/**
 * The bindgen's model of the C headers.
 *
 * @module
 */

import type { Expression } from "./expressions.ts";

/** One of dvdb's 32-bit names for an integer: the status, a handle or the ticket. */
export interface TypeAlias {
  /** C name, such as `dvdb_buffer`. */
  readonly name: string;
  /** Integer that it stands for. */
  readonly base: "int32_t" | "uint32_t";
  /** Text of its doc comment. */
  readonly doc: string;
}

/** A named number of an enum. */
export interface EnumValue {
  /** C name, such as `DVDB_F32`. */
  readonly name: string;
  /** Its number. */
  readonly value: number;
  /** Text of its doc comment; empty for the only value of an enum. */
  readonly doc: string;
}

/** A C enum with a name and explicit numbers. */
export interface EnumType {
  /** C name, such as `dvdb_dtype`. */
  readonly name: string;
  /** Text of its doc comment. */
  readonly doc: string;
  /** Values in the order of the header. */
  readonly values: readonly EnumValue[];
}

/** One dimension of an array: `name + plus`, or a plain number when `name` is absent. */
export interface Dimension {
  /** A parameter, an enum value or a quantity that only the native side knows. */
  readonly name: string | undefined;
  /** The number that is added to the named quantity, or the number itself. */
  readonly plus: number;
}

/** The type of a buffer's elements: one word, or the value of a parameter or of an element of an array. */
export interface ElementType {
  /** A word such as `f32`; the default where `cases` say otherwise. */
  readonly word?: string;
  /** The dtype parameter, or the array of dtypes. */
  readonly parameter?: string;
  /** Place in the array of dtypes. */
  readonly place?: number;
  /** Words for some values of a dtype parameter: `f64 for dtype DVDB_F64`. */
  readonly cases: readonly ElementCase[];
}

/** A type that a buffer's elements have for some dtypes. */
export interface ElementCase {
  /** A word such as `f64`. */
  readonly word: string;
  /** The dtype parameter that decides. */
  readonly parameter: string;
  /** Its values. */
  readonly values: readonly string[];
}

/** Elements and shape of a buffer, from its comment. */
export interface BufferShape {
  /** Type of the elements. */
  readonly element: ElementType;
  /** Dimensions, the slowest first. */
  readonly dimensions: readonly Expression[];
  /** Whether 0 may stand for it: always, unless a parameter has a value, or if a number is 0. */
  readonly optional: boolean | { readonly parameter: string; readonly value: string } | {
    readonly zero: string;
  };
}

/** A parameter of a function. */
export interface Parameter {
  /** C name, such as `n_points`. */
  readonly name: string;
  /** C type without `const` and `*`. */
  readonly type: string;
  /** Direction of memory; `value` for scalars and handles, which are passed by value. */
  readonly direction: "in" | "out" | "value";
  /** Shape of the memory behind a pointer, empty otherwise. */
  readonly shape: readonly Dimension[];
  /** Elements of a device buffer that generated code checks; absent for those that are marked as unsized. */
  readonly buffer?: BufferShape;
  /** Text of the comment behind the parameter. */
  readonly comment: string;
}

/** A function of the ABI. */
export interface FunctionType {
  /** C name, such as `dvdb_buffer_read`. */
  readonly name: string;
  /** Text of its doc comment. */
  readonly doc: string;
  /** Name of its header, such as `sample`. */
  readonly family: string;
  /** Whether a generated entry checks its arguments. */
  readonly checked: boolean;
  /** Whether it may wait for the device and so gets an asynchronous twin. */
  readonly nonblocking: boolean;
  /** Parameters in order. */
  readonly parameters: readonly Parameter[];
}

/** Everything that a set of headers declares, in order. */
export interface Declarations {
  /** Names for integers. */
  readonly aliases: readonly TypeAlias[];
  /** Enums. */
  readonly enums: readonly EnumType[];
  /** Functions. */
  readonly functions: readonly FunctionType[];
}

/** A header to read. */
export interface HeaderSource {
  /** Path that error messages name. */
  readonly path: string;
  /** Its text. */
  readonly text: string;
}

/** Thrown when a header holds something that the ABI must not contain. */
export class HeaderError extends SyntaxError {
  /** Header with the defect. */
  readonly path: string;
  /** Line of the defect, from 1. */
  readonly line: number;

  /** Makes an error whose message starts with `path:line`. */
  constructor(path: string, line: number, problem: string) {
    super(`${path}:${line}: ${problem}`);
    this.name = "HeaderError";
    this.path = path;
    this.line = line;
  }
}
