import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import {
  chooseValue,
  describeOptions,
  type OptionSpecs,
  parseArgs,
  UsageError,
} from "../../../lib/cli/shared/args.ts";

const SPECS: OptionSpecs = {
  size: { kind: "number", value: "S", help: "a size" },
  width: { kind: "count", value: "W", help: "a width" },
  out: { kind: "text", short: "o", value: "FILE", help: "a file" },
  json: { kind: "flag", help: "a switch" },
};

Deno.test("parseArgs() splits options from positionals", () => {
  const parsed = parseArgs(["in.las", "--size", "-2.5", "--out=a=b.png", "--json"], SPECS, "");
  assertEquals(parsed.positionals, ["in.las"]);
  assertEquals(parsed.number("size"), -2.5);
  assertEquals(parsed.text("out"), "a=b.png");
  assertEquals(parsed.flag("json"), true);
  assertEquals(parsed.number("width"), undefined);
  assertEquals(parsed.flag("help"), false);
});

Deno.test("parseArgs() takes letters for options that have one", () => {
  for (const args of [["-o", "a.png"], ["-o=a.png"], ["--out", "a.png"]]) {
    assertEquals(parseArgs(args, SPECS, "").text("out"), "a.png");
  }
  const twice = () => parseArgs(["-o", "a", "--out", "b"], SPECS, "");
  assertThrows(twice, UsageError, 'Option "--out" is given twice');
});

Deno.test("chooseValue() takes one of a few values", () => {
  const choose = (...args: string[]) =>
    chooseValue(parseArgs(args, SPECS, ""), "out", ["near", "far"], "look");
  assertEquals([choose(), choose("--out", "far")], [undefined, "far"]);
  const error = assertThrows(() => choose("--out", "fra"), UsageError);
  assertEquals(error.message, 'Option "--out" takes near or far, not "fra"; did you mean "far"?');
  assertEquals(error.hint, "look");
});

Deno.test("parseArgs() takes everything behind -- and a lone - as positionals", () => {
  assertEquals(parseArgs(["-", "--", "--size", "x"], SPECS, "").positionals, ["-", "--size", "x"]);
});

for (
  const [args, message] of [
    [["--color", "red"], 'Unknown option "--color"'],
    [["--toString"], 'Unknown option "--toString"'],
    [["-x"], 'Unknown option "-x"'],
    [["--size"], 'Option "--size" needs a value'],
    [["--size="], 'Option "--size" needs a value'],
    [["--size", "two"], 'Option "--size" takes a number, not "two"'],
    [["--size", "NaN"], 'Option "--size" takes a number, not "NaN"'],
    [["--size", "Infinity"], 'Option "--size" takes a number, not "Infinity"'],
    [["--size", " "], 'Option "--size" takes a number, not " "'],
    [["--width", "0"], 'Option "--width" takes a positive whole number, not "0"'],
    [["--width", "1.5"], 'Option "--width" takes a positive whole number, not "1.5"'],
    [["--jsno"], 'Unknown option "--jsno"; did you mean "--json"?'],
    [["--json=yes"], 'Option "--json" takes no value'],
    [["--size", "1", "--size", "2"], 'Option "--size" is given twice'],
  ] as const
) {
  Deno.test(`parseArgs() rejects ${args.join(" ")}`, () => {
    const error = assertThrows(() => parseArgs(args, SPECS, "try again"), UsageError);
    assertEquals(error.message, message);
    assertEquals(error.hint, "try again");
  });
}

Deno.test("describeOptions() aligns the help texts", () => {
  const lines = describeOptions(SPECS).split("\n");
  assertEquals(lines.length, 4);
  assertEquals(new Set(lines.map((line) => line.indexOf("  a "))).size, 1);
  assertStringIncludes(lines[2] ?? "", "-o, --out FILE");
});
