import { assert, assertEquals } from "@std/assert";
import { isGenerated, readFiles, type SourceFile } from "./_tree.ts";

/** A default as documentation states it. */
interface Documented {
  readonly path: string;
  readonly type: string;
  readonly name: string;
  readonly value: string;
}

/** Values that can be compared: numbers, texts, lists, true and false. Others are prose. */
const LITERAL = /^(?:-?[\d.]+(?:e-?\d+)?|-?Infinity|"[^"]*"|\[[-\d., ]*\]|true|false)$/;

/** The defaults that the interfaces of a file document, as far as they can be compared. */
function documentedIn({ path, text }: SourceFile): Documented[] {
  const types = text.matchAll(/^(?:export )?interface (\w+)[^{]*\{\n(.*?)\n\}/gms);
  return [...types].flatMap(([, type = "", body = ""]) => {
    const members = body.matchAll(
      /@default \{(.+?)\}(?:(?!\*\/)[^])*\*\/\n {2}readonly (\w+)\?:/g,
    );
    return [...members]
      .map(([, value = "", name = ""]) => ({ path, type, name, value }))
      .filter(({ value }) => LITERAL.test(value));
  });
}

/** The defaults that files which know a type give an option of that name. */
function givenIn(files: readonly SourceFile[], { type, name }: Documented): string[] {
  const known = files.filter(({ text }) => new RegExp(`\\b${type}\\b`).test(text));
  const value = String.raw`(\[[^\]]*\]|"[^"]*"|[^,;)}\n]+)`;
  const forms = new RegExp(`(?:[{,]\\s*${name}(?:: \\w+)? =|\\b${name} \\?\\?) ${value}`, "g");
  return known.flatMap(({ text }) =>
    [...text.matchAll(forms)].map(([, given = ""]) => {
      const plain = given.replace(/ as \w+$/, "").trim();
      if (!/^[A-Z_]+$/.test(plain)) return plain;
      return new RegExp(`\\bconst ${plain}(?:: [^=]+)? = ([^;]+);`).exec(text)?.[1] ?? plain;
    })
  );
}

/** The documented defaults that differ from all of which the code gives, where it gives any that can be compared. */
function wrongDefaults(files: readonly SourceFile[]): string[] {
  return files.flatMap(documentedIn).flatMap((one) => {
    const given = givenIn(files, one).filter((value) => LITERAL.test(value));
    if (given.length === 0 || given.includes(one.value)) return [];
    return [`${one.path}: ${one.type}.${one.name} is ${one.value} in docs, ${given.join(", ")}`];
  });
}

const FILES = readFiles([".ts"], "lib", "ffi").filter(({ path }) => !isGenerated(path));

Deno.test("documentation states the defaults that the code has", () => {
  assertEquals(wrongDefaults(FILES), []);
  const compared = FILES.flatMap(documentedIn).filter((one) =>
    givenIn(FILES, one).includes(one.value)
  );
  assert(compared.length > 120, `${compared.length} defaults were compared`);
});

Deno.test("wrongDefaults() names documented defaults that the code does not have", () => {
  const docs =
    "export interface GrowOptions {\n  /**\n   * How far.\n   *\n   * @default {1}\n   */\n" +
    "  readonly radius?: number;\n}\n";
  const wrong = (code: string): number =>
    wrongDefaults([{ path: "grow.ts", text: docs + code }]).length;
  assertEquals(wrong("const { radius = 1 } = options;"), 0);
  assertEquals(wrong("const R = 1;\nconst { radius = R } = options;"), 0);
  assertEquals(wrong("f(options.radius ?? 1);"), 0);
  assertEquals(wrong("f(radius);"), 0);
  assertEquals(wrong("const { radius = grid.radius } = options;"), 0);
  assertEquals(wrong("const { radius = 2 } = options;"), 1);
  assertEquals(wrong("const R = 2;\nconst { radius = R } = options;"), 1);
  assertEquals(wrong("f(options.radius ?? 2);"), 1);
});
