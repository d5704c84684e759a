/**
 * A strict reader of XML documents without document types.
 *
 * @module
 */

/** An element. */
export interface XmlElement {
  /** Its name, with the prefix of its name space. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** Its text, without that of its children. */
  readonly text: string;
  /** Its start in the document. */
  readonly at: number;
}

/** A fault in a document, and its character. */
export class XmlError extends Error {
  override readonly name = "XmlError";

  /** Makes an error for one problem. */
  constructor(message: string, readonly at: number) {
    super(message);
  }
}

/** Deeper documents are refused. */
const MOST_DEPTH = 64;
const NAME = /[A-Za-z_:\u0080-\uffff][\w:.\-\u0080-\uffff]*/y;
const BLANKS = /[ \t\r\n]*/y;
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["quot", '"'],
  ["apos", "'"],
]);

/** An element that is not closed yet. */
interface Open {
  readonly name: string;
  readonly attributes: Map<string, string>;
  readonly children: XmlElement[];
  text: string;
  readonly at: number;
}

/**
 * Reads a document.
 *
 * Known are elements, attributes, text, character data, comments, instructions and the five entities;
 * a document type, which can define others, is refused.
 *
 * @returns The outermost element.
 * @throws {XmlError} If the document is not well-formed.
 */
export function parseXml(text: string): XmlElement {
  const open: Open[] = [];
  let root: XmlElement | undefined;
  let at = text.startsWith("\ufeff") ? 1 : 0;
  while (at < text.length) {
    const next = text.indexOf("<", at);
    const end = next < 0 ? text.length : next;
    const top = open.at(-1);
    if (end > at) {
      const words = decode(text.slice(at, end), at);
      if (top !== undefined) top.text += words;
      else if (words.trim() !== "") throw new XmlError("text stands outside of elements", at);
    }
    at = end;
    if (next < 0) break;
    if (text.startsWith("<!--", at)) {
      at = after(text, "-->", at + 4, "a comment");
    } else if (text.startsWith("<?", at)) {
      at = after(text, "?>", at + 2, "an instruction");
    } else if (text.startsWith("<![CDATA[", at)) {
      const to = after(text, "]]>", at + 9, "character data");
      if (top === undefined) throw new XmlError("character data stand outside of elements", at);
      top.text += text.slice(at + 9, to - 3);
      at = to;
    } else if (text.startsWith("<!", at)) {
      throw new XmlError("declarations are not supported", at);
    } else if (text.startsWith("</", at)) {
      const name = match(NAME, text, at + 2);
      const close = at + 2 + name.length + match(BLANKS, text, at + 2 + name.length).length;
      const closed = open.pop();
      if (closed?.name !== name || text[close] !== ">") {
        throw new XmlError(`"${closed?.name ?? ""}" is closed by "${name}"`, at);
      }
      root = attach(closed, open, root);
      at = close + 1;
    } else {
      const element = readTag(text, at);
      if (open.length === MOST_DEPTH) throw new XmlError("elements are nested too deep", at);
      at = element.end;
      if (element.empty) root = attach(element.open, open, root);
      else open.push(element.open);
    }
  }
  const left = open.at(-1);
  if (left !== undefined) throw new XmlError(`"${left.name}" is not closed`, left.at);
  if (root === undefined) throw new XmlError("there is no element", 0);
  return root;
}

/** Gives an element to its parent; without one it is the outermost, which is returned. */
function attach(
  element: Open,
  open: readonly Open[],
  root: XmlElement | undefined,
): XmlElement | undefined {
  const parent = open.at(-1);
  if (parent !== undefined) {
    parent.children.push(element);
    return root;
  }
  if (root !== undefined) throw new XmlError("there is a second outermost element", element.at);
  return element;
}

/** Reads a start tag with its attributes. */
function readTag(
  text: string,
  start: number,
): { readonly open: Open; readonly empty: boolean; readonly end: number } {
  const name = match(NAME, text, start + 1);
  if (name === "") throw new XmlError("a name is missing", start + 1);
  const attributes = new Map<string, string>();
  let at = start + 1 + name.length;
  for (;;) {
    const blanks = match(BLANKS, text, at).length;
    at += blanks;
    const empty = text.startsWith("/>", at);
    if (empty || text[at] === ">") {
      const open = { name, attributes, children: [], text: "", at: start };
      return { open, empty, end: at + (empty ? 2 : 1) };
    }
    const key = match(NAME, text, at);
    if (key === "" || blanks === 0) throw new XmlError(`"${name}" is not closed`, start);
    at += key.length;
    at += match(BLANKS, text, at).length;
    if (text[at] !== "=") throw new XmlError(`attribute "${key}" has no value`, at);
    at += 1 + match(BLANKS, text, at + 1).length;
    const quote = text[at] ?? "";
    const end = quote === '"' || quote === "'" ? text.indexOf(quote, at + 1) : -1;
    if (end < 0) throw new XmlError(`the value of attribute "${key}" is not in quotes`, at);
    const value = text.slice(at + 1, end);
    if (value.includes("<")) throw new XmlError(`attribute "${key}" holds "<"`, at);
    if (attributes.has(key)) throw new XmlError(`attribute "${key}" is given twice`, at);
    attributes.set(key, decode(value, at));
    at = end + 1;
  }
}

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

function after(text: string, mark: string, at: number, what: string): number {
  const end = text.indexOf(mark, at);
  if (end < 0) throw new XmlError(`${what} is not closed`, at);
  return end + mark.length;
}

/** Replaces entities and references to characters. */
function decode(text: string, at: number): string {
  if (!text.includes("&")) return text;
  return text.replace(/&([^;&]{0,16};)?/g, (whole, name: string | undefined) => {
    const known = ENTITIES.get(name?.slice(0, -1) ?? "");
    if (known !== undefined) return known;
    const digits = /^#(?:x([0-9a-fA-F]+)|([0-9]+));$/.exec(name ?? "");
    const code = digits === null
      ? NaN
      : parseInt(digits[1] ?? digits[2] ?? "", digits[1] ? 16 : 10);
    if (!(code > 0 && code <= 0x10ffff)) throw new XmlError(`"${whole}" is no character`, at);
    return String.fromCodePoint(code);
  });
}
