/**
 * Writes the typed interface to the native library.
 *
 * @module
 */

import { emitWrappers } from "./emit_wrappers.ts";
import type { Declarations, FunctionType, Parameter, TypeAlias } from "./model.ts";
import {
  aliasName,
  camelCase,
  enumValueName,
  jsDoc,
  namedEnum,
  pascalCase,
  passedParameters,
} from "./names.ts";

const ARRAYS: ReadonlyMap<string, string> = new Map([
  ["uint8_t", "ArrayBufferView"],
  ["int32_t", "Int32Array"],
  ["uint32_t", "Uint32Array"],
  ["int64_t", "BigInt64Array"],
  ["float", "Float32Array"],
  ["double", "Float64Array"],
]);

/** Writes `ffi/_generated/native.ts`. */
export function emitNative(banner: string, declarations: Declarations): string {
  const { aliases, enums, functions } = declarations;
  const body = `${aliases.map(emitAlias).join("\n\n")}

${functions.map((type) => emitRequest(type, declarations)).join("\n\n")}

/** The functions of an opened library. */
export type NativeSymbols = Deno.DynamicLibrary<typeof SYMBOLS>["symbols"];

/** The native library: a method for each C function. Statuses come back as they are. */
export interface Native {
${functions.flatMap((type) => emitSignatures(type, declarations)).join("\n")}
}

/** Wraps the functions of an opened library. */
export function createNative(symbols: NativeSymbols): Native {
  return {
${functions.flatMap((type) => emitWrappers(type, enums)).join("\n")}
  };
}`;
  const code = body.replace(/\/\*\*[^]*?\*\//g, "");
  const imports = enums.map(({ name }) => pascalCase(name)).flatMap((name) => {
    if (new RegExp(`\\b${name}\\.`).test(code)) return [name];
    return new RegExp(`\\b${name}\\b`).test(code) ? [`type ${name}`] : [];
  });
  return `// ${banner}
// deno-fmt-ignore-file
// deno-lint-ignore-file

/**
 * The native library as TypeScript sees it.
 *
 * @module
 */

import { float64, holds, holdsBytes, int64, ordered, steady, uint32 } from "../_call.ts";
import { ${imports.join(", ")}, type SYMBOLS } from "./symbols.ts";

${body}
`;
}

function emitAlias({ name, base, doc }: TypeAlias): string {
  const brand = `number & { readonly __${camelCase(name)}: unique symbol }`;
  const type = base === "int32_t" ? "StatusCode" : brand;
  return `${jsDoc(doc.split("\n"), "")}\nexport type ${aliasName(name)} = ${type};`;
}

function emitSignatures(type: FunctionType, declarations: Declarations): string[] {
  const name = camelCase(type.name);
  const doc = translate(type.doc, type, declarations).split("\n");
  const rows = [jsDoc(doc, "  "), `  ${name}(request: ${requestName(type)}): Status;`];
  if (type.nonblocking) {
    const twin = [
      `Asynchronous twin of {@linkcode Native.${name}}.`,
      "The calls of one context run in the order made; the signal ends this one early.",
    ];
    const parameters = `request: ${requestName(type)}, signal?: AbortSignal`;
    rows.push(jsDoc(twin, "  "), `  ${name}Async(${parameters}): Promise<Status>;`);
  }
  return rows;
}

function requestName({ name }: FunctionType): string {
  return `${pascalCase(name)}Request`;
}

function noteOf({ type, direction, comment }: Parameter): string {
  return direction === "value" ? comment : `${type.replace(/_t$/, "")} ${comment}`;
}

/** The arguments of a function by their names. */
function emitRequest(type: FunctionType, declarations: Declarations): string {
  const members = passedParameters(type).flatMap((parameter) => {
    const note = translate(noteOf(parameter), type, declarations);
    const name = camelCase(parameter.name);
    const what = parameter.type === "double" ? "A number." : "A whole number.";
    const handle = `The ${parameter.type.replace("dvdb_", "")}.`;
    const doc = note || (parameter.type.startsWith("dvdb_") ? handle : what);
    return [jsDoc([doc], "  "), `  readonly ${name}: ${parameterType(parameter, declarations)};`];
  });
  return `/** Arguments of {@linkcode Native.${camelCase(type.name)}}. */
export interface ${requestName(type)} {
${members.join("\n")}
}`;
}

/** Replaces C names in a text by their TypeScript form. */
function translate(text: string, { parameters }: FunctionType, known: Declarations): string {
  return text.replace(/\b[A-Za-z]+(_[A-Za-z0-9]+)+\b/g, (word) => {
    const named = (item: { readonly name: string }): boolean => item.name === word;
    if (parameters.some(named) || known.functions.some(named)) return camelCase(word);
    if (known.enums.some(named)) return pascalCase(word);
    if (known.aliases.some(named)) return aliasName(word);
    return enumValueName(word, known.enums) ?? word;
  });
}

function parameterType(parameter: Parameter, { enums }: Declarations): string {
  const { type, direction } = parameter;
  if (direction !== "value") return ARRAYS.get(type) ?? "Uint32Array";
  if (type.startsWith("dvdb_")) return aliasName(type);
  return namedEnum(parameter, enums) ?? "number";
}
