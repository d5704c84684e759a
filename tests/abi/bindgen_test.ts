import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { abiHash, canonicalText } from "../../ffi/_gen/abi_hash.ts";
import { emitFiles } from "../../ffi/_gen/emit.ts";
import { generate, readHeaders } from "../../ffi/_gen/main.ts";
import { HeaderError } from "../../ffi/_gen/model.ts";
import { parseHeaders } from "../../ffi/_gen/parse_header.ts";
import { valueNames } from "../../ffi/_gen/names.ts";
import { ABI_HASH, LIBRARY_VERSION } from "../../ffi/_generated/symbols.ts";

const TYPES = `/** Types. */
#ifndef DENOVDB_T_H
#define DENOVDB_T_H
#include <stdint.h>
/** Outcome. */
typedef int32_t dvdb_status;
/** Device. */
typedef uint32_t dvdb_context;
/** Memory. */
typedef uint32_t dvdb_buffer;
/** Place. */
typedef uint32_t dvdb_ticket;
/** Kinds. */
enum dvdb_kind {
  /** First. */
  DVDB_KIND_A = 0,
  /** Second. */
  DVDB_KIND_B = 5
};
#endif
`;

const GOOD = `/** Does it to \`n_things\` of dvdb_kind. */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_do_it(
    dvdb_context context, dvdb_ticket ticket,
    dvdb_buffer things,                /* f32 [n_things, 3] */
    int64_t n_things,
    DVDB_IN const double *sizes,       /* [n_things + 1, 3], world units */
    uint32_t kind,                     /* dvdb_kind */
    DVDB_OUT dvdb_buffer *out_buffer /* [1] */) DVDB_NOEXCEPT;
`;

const sources = (text: string): { path: string; text: string }[] => [
  { path: "types.h", text: TYPES },
  { path: "family.h", text },
];

Deno.test("parseHeaders() reads types, enums, comments, shapes and directions", () => {
  const { aliases, enums, functions } = parseHeaders(sources(GOOD));
  assertEquals(aliases.map(({ name, base }) => [name, base])[0], ["dvdb_status", "int32_t"]);
  assertEquals(enums[0]?.values, [
    { name: "DVDB_KIND_A", value: 0, doc: "First." },
    { name: "DVDB_KIND_B", value: 5, doc: "Second." },
  ]);
  const [type] = functions;
  assertEquals([type?.name, type?.nonblocking], ["dvdb_do_it", true]);
  assertEquals(type?.doc, "Does it to `n_things` of dvdb_kind.");
  assertEquals(type?.parameters[2], {
    name: "things",
    type: "dvdb_buffer",
    direction: "value",
    shape: [],
    comment: "f32 [n_things, 3]",
  });
  assertEquals(type?.parameters[4], {
    name: "sizes",
    type: "double",
    direction: "in",
    shape: [{ name: "n_things", plus: 1 }, { name: undefined, plus: 3 }],
    comment: "[n_things + 1, 3], world units",
  });
  assertEquals(type?.parameters[6]?.direction, "out");
});

/** What the ABI must not contain: what to replace in the good header, by what, and what the error says. */
const REFUSED: readonly (readonly [
  find: string | RegExp,
  replacement: string,
  line: number,
  problem: RegExp,
])[] = [
  ["dvdb_status dvdb_do_it", "int32_t dvdb_do_it", 2, /expected "dvdb_status", found "int32_t"/],
  ["dvdb_status dvdb_do_it", "void dvdb_do_it", 2, /expected "dvdb_status"/],
  ["dvdb_do_it", "do_it", 2, /expected a name like/],
  [" DVDB_API", "", 2, /expected "DVDB_API"/],
  [" DVDB_NOEXCEPT", "", 8, /"dvdb_do_it" lacks DVDB_NOEXCEPT/],
  [/^.*\n/, "", 1, /no doc comment before "DVDB_NONBLOCKING"/],
  ["int64_t n_things", "size_t n_things", 5, /type "size_t" of "n_things" does not cross/],
  ["int64_t n_things", "int32_t n_things", 5, /type "int32_t"/],
  ["int64_t n_things", "float n_things", 5, /type "float"/],
  ["int64_t n_things", "const int64_t n_things", 5, /needs no const/],
  ["int64_t n_things", "DVDB_IN int64_t n_things", 5, /is not a pointer/],
  ["dvdb_buffer things", "dvdb_tree things", 4, /type "dvdb_tree" of "things"/],
  ["dvdb_buffer things", "struct thing things", 4, /expected|does not cross/],
  ["DVDB_IN const double *sizes", "const double *sizes", 6, /lacks DVDB_IN or DVDB_OUT/],
  ["DVDB_IN const double *sizes", "DVDB_IN double *sizes", 6, /must be const/],
  ["DVDB_IN const double *sizes", "DVDB_IN const double **sizes", 6, /pointers to pointers/],
  ["DVDB_IN const double *sizes", "DVDB_IN const void *sizes", 6, /type "void"/],
  ["DVDB_IN const double *sizes", "DVDB_IN const char *sizes", 6, /type "char"/],
  ["DVDB_IN const double *sizes", "DVDB_IN const dvdb_buffer *sizes", 6, /does not cross/],
  ["DVDB_OUT dvdb_buffer", "DVDB_OUT const dvdb_buffer", 8, /must not be const/],
  ["*out_buffer", "*result", 8, /must be named out or out_/],
  [" /* [1] */", "", 8, /lacks a shape comment/],
  ["/* [n_things + 1, 3], world units */", "/* sizes */", 6, /lacks a shape comment/],
  ["[n_things + 1, 3]", "[n_things * 3]", 6, /dimension "n_things \* 3"/],
  ["[n_things + 1, 3]", "[n_thing + 1, 3]", 8, /neither a parameter nor an enum value/],
  [" dvdb_ticket ticket,", "", 2, /second parameter must be a dvdb_ticket/],
  ["DVDB_NONBLOCKING ", "", 2, /takes a ticket but is not DVDB_NONBLOCKING/],
  ["uint32_t kind", "dvdb_ticket kind", 2, /not its second parameter/],
  ["dvdb_context context, dvdb_ticket ticket,", "dvdb_ticket ticket, uint32_t x,", 2, /first/],
  ["uint32_t kind", "dvdb_context kind", 2, /takes two contexts/],
  ["uint32_t kind", "uint32_t things", 7, /declared twice/],
  ["uint32_t kind", "uint32_t Kind", 7, /in snake_case/],
  ["uint32_t kind", "uint32_t kind[3]", 7, /not in the subset/],
  ["uint32_t kind,", "uint32_t kind", 8, /expected "," or "\)"/],
  [" /* [1] */)", " /* [1] */,)", 8, /missing after the last comma/],
  [/\([^]*\)/, "()", 2, /needs a parameter/],
  [/;\n$/, " {}\n", 8, /expected ";"/],
  [/$/, GOOD, 10, /declared twice|expected/],
  [/$/, "/** Lost. */\n", 9, /belongs to nothing/],
  [/$/, "/** A. */\n#define DVDB_LIMIT 3\n", 10, /not in the subset/],
  [/$/, "#ifdef DVDB_X\n", 9, /not in the subset/],
  [/$/, "#endif\n", 9, /#endif without #if/],
  [/$/, "#ifdef __cplusplus\n", 10, /#if without #endif/],
  [/$/, "#include <string.h>\n", 9, /not in the subset/],
  [/$/, "// note\n", 9, /not in the subset of C/],
  [/$/, "/** T. */\ntypedef int32_t dvdb_thing;\n", 10, /only dvdb_status is int32_t/],
  [/$/, "/** T. */\ntypedef uint64_t dvdb_thing;\n", 10, /expected int32_t or uint32_t/],
  [/$/, "/** T. */\nstruct dvdb_thing { int x; };\n", 10, /expected "DVDB_API"/],
  [/$/, "/** E. */\nenum dvdb_e { DVDB_X = 1, DVDB_Y = 2 };\n", 10, /no doc comment/],
  [/$/, "/** E. */\nenum dvdb_e { DVDB_X };\n", 10, /expected "="/],
  [/$/, "/** E. */\nenum dvdb_e { DVDB_X = -1 };\n", 10, /does not fit/],
  [/$/, "/** E. */\nenum dvdb_e { DVDB_KIND_A = 1 };\n", 10, /declared twice/],
  [
    /$/,
    "/** E. */\nenum dvdb_e { /** 1 */ DVDB_X = 1, /** 2 */ DVDB_Y = 1 };\n",
    10,
    /used twice/,
  ],
];

for (const [find, replacement, line, problem] of REFUSED) {
  Deno.test(`parseHeaders() refuses ${find} -> ${JSON.stringify(replacement.slice(0, 60))}`, () => {
    const text = GOOD.replace(find, replacement);
    assert(text !== GOOD);
    const error = assertThrows(() => parseHeaders(sources(text)), HeaderError);
    assertMatch(error.message, problem);
    assertEquals(error.message.slice(0, `family.h:${line}:`.length), `family.h:${line}:`);
  });
}

Deno.test("abiHash() changes with everything that matters and with nothing else", () => {
  const hash = (text: string, version = "1.0.0"): number =>
    abiHash(parseHeaders(sources(text)), version);
  const same = [
    GOOD.replace("Does it", "Makes it"),
    GOOD.replace(/\n +/g, " "),
    GOOD.replace("world units", "metres"),
  ];
  for (const text of same) assertEquals(hash(text), hash(GOOD));
  const other = [
    GOOD.replace("int64_t n_things", "uint32_t n_things"),
    GOOD.replace("n_things + 1, 3]", "n_things + 1, 4]"),
    GOOD.replace("uint32_t kind", "uint32_t sort"),
    GOOD.replace("dvdb_do_it", "dvdb_do_that"),
    GOOD.replace("DVDB_NONBLOCKING ", "").replace(" dvdb_ticket ticket,", ""),
  ];
  const hashes = new Set([...other.map((text) => hash(text)), hash(GOOD), hash(GOOD, "1.0.1")]);
  assertEquals(hashes.size, other.length + 2);
});

Deno.test("emitFiles() writes wrappers that check sizes before they make the call", () => {
  const native = emitFiles(sources(GOOD), "1.0.0").get("ffi/_generated/native.ts") ?? "";
  for (
    const line of [
      "doIt(context: ContextHandle, things: BufferHandle, nThings: number, sizes: Float64Array, kind: Kind, outBuffer: Uint32Array): Status;",
      "doItAsync(context: ContextHandle, things: BufferHandle, nThings: number, sizes: Float64Array, kind: Kind, outBuffer: Uint32Array): Promise<Status>;",
      "   * Does it to `nThings` of Kind.",
      "   * @param sizes double [nThings + 1, 3], world units",
      '      holds(sizes, (nThings + 1) * 3, "doIt", "sizes");',
      '      return symbols.dvdb_do_it(context, 0, things, int64(nThings, "doIt", "nThings"), sizes, kind, outBuffer) as Status;',
    ]
  ) assert(native.split("\n").some((row) => row.endsWith(line)), line);
});

Deno.test("valueNames() drops a first word that all values share", () => {
  const names = (...values: string[]): string[] =>
    valueNames({ name: "e", doc: "", values: values.map((name) => ({ name, value: 0, doc: "" })) });
  assertEquals(names("DVDB_STAT_A", "DVDB_STAT_B_C"), ["A", "B_C"]);
  assertEquals(names("DVDB_F32", "DVDB_I32"), ["F32", "I32"]);
  assertEquals(names("DVDB_MAX_GRIDS"), ["MAX_GRIDS"]);
});

Deno.test("the generated files are current", async () => {
  assertEquals(await generate(true), []);
  const declarations = parseHeaders(await readHeaders());
  assertEquals(abiHash(declarations, LIBRARY_VERSION), ABI_HASH);
  assertMatch(canonicalText(declarations, LIBRARY_VERSION), /^nonblocking dvdb_buffer_read\(/m);
});
