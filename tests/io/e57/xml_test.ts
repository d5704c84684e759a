import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { parseXml, type XmlElement, XmlError } from "../../../lib/io/e57/_xml.ts";

/** Names, attributes, text and children of an element. */
function plain({ name, attributes, text, children }: XmlElement): unknown[] {
  return [name, Object.fromEntries(attributes), text, ...children.map(plain)];
}

Deno.test("parseXml() reads elements, attributes, text and what is passed over", () => {
  const text =
    `\ufeff<?xml version="1.0"?>\n<!-- <a> -->\n<a:b x = '1 > "2"' y="&lt;&#65;&#x1F600;">` +
    `one&amp;<c/>two<![CDATA[<&]]><d\n z=""></d ><!-- - --></a:b>\n<?end?>\n`;
  assertEquals(plain(parseXml(text)), [
    ...["a:b", { x: '1 > "2"', y: "<A\u{1f600}" }, "one&two<&"],
    ...[["c", {}, ""], ["d", { z: "" }, ""]],
  ]);
});

Deno.test("parseXml() says what is wrong and where", () => {
  const cases: [string, string, number][] = [
    ["", "there is no element", 0],
    ["  text", "text stands outside of elements", 0],
    ["<a/>b", "text stands outside of elements", 4],
    ["<![CDATA[]]><a/>", "character data stand outside of elements", 0],
    ["<a/><b/>", "there is a second outermost element", 4],
    ["<a><b></a>", '"b" is closed by "a"', 6],
    ["</a>", '"" is closed by "a"', 0],
    ["<a", '"a" is not closed', 0],
    ["<a>", '"a" is not closed', 0],
    ["<a b>", 'attribute "b" has no value', 4],
    ["<a b=c>", 'the value of attribute "b" is not in quotes', 5],
    ["<a b='c>", 'the value of attribute "b" is not in quotes', 5],
    ["<a b=''b=''>", '"a" is not closed', 0],
    ["<a b='' b=''>", 'attribute "b" is given twice', 10],
    ["<a b='<'/>", 'attribute "b" holds "<"', 5],
    ["<1/>", "a name is missing", 1],
    ["<a>&b;</a>", '"&b;" is no character', 3],
    ["<a>& </a>", '"&" is no character', 3],
    ["<a>&#0;</a>", '"&#0;" is no character', 3],
    ["<a>&#x110000;</a>", '"&#x110000;" is no character', 3],
    ["<a><!-- </a>", "a comment is not closed", 7],
    ["<a><![CDATA[ </a>", "character data is not closed", 12],
    ["<?xml <a/>", "an instruction is not closed", 2],
    ["<!DOCTYPE a [<!ENTITY b 'c'>]><a/>", "declarations are not supported", 0],
    ["<a>".repeat(65), "elements are nested too deep", 64 * 3],
  ];
  for (const [text, message, at] of cases) {
    const error = assertThrows(() => parseXml(text), XmlError);
    assertEquals([error.message, error.at], [message, at], text);
  }
});

Deno.test("parseXml() gives back what is written, and throws nothing but XmlError", () => {
  const name = fc.stringMatching(/^[a-zA-Z_][\w.-]{0,5}$/);
  const words = fc.string({ unit: "binary", maxLength: 12 }).filter((one) =>
    !/[\ud800-\udfff]/.test(one)
  );
  const escape = (text: string): string =>
    text.replace(/[<>&"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
  fc.assert(fc.property(name, fc.dictionary(name, words), words, (name, attributes, text) => {
    const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escape(value)}"`);
    const element = parseXml(`<${name}${pairs.join("")}>${escape(text)}<x/></${name}>`);
    assertEquals(plain(element), [name, { ...attributes }, text, ["x", {}, ""]]);
  }));
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom(..."<>/ab =\"'&;!?-[") }), (text) => {
    try {
      parseXml(text);
    } catch (error) {
      if (!(error instanceof XmlError)) throw error;
    }
  }));
});
