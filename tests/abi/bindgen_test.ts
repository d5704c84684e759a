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
/** Voxels. */
typedef uint32_t dvdb_grid;
/** Place. */
typedef uint32_t dvdb_ticket;
/** Types. */
enum dvdb_dtype {
  /** Single. */
  DVDB_F32 = 0,
  /** Double. */
  DVDB_F64 = 3
};
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
  assertEquals(enums[1]?.values, [
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
    buffer: {
      element: { word: "f32", cases: [] },
      dimensions: [{ kind: "name", name: "n_things" }, { kind: "number", value: 3 }],
      optional: false,
    },
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

/** The same with shapes that generated code checks. */
const NAMED = `/** Does it. */
DVDB_API dvdb_status dvdb_do_named(
    dvdb_context context, dvdb_grid grid, dvdb_grid other,
    dvdb_buffer things,                /* dtype [n_things, 3], world space */
    dvdb_buffer rows,                  /* i64 [n_voxels(grid) + 1]; 0 unless kind is DVDB_KIND_B */
    dvdb_buffer rest,                  /* f32 [ceil(n_things / 32), 8 ^ sizes[1]]; f64 for dtype DVDB_F64; 0 for none */
    dvdb_buffer others,                /* f32 [n_things]; 0 if channels is 0 */
    dvdb_buffer pieces,                /* unsized, as the plan says */
    int64_t n_things,
    uint32_t dtype,                    /* DVDB_F32 or DVDB_F64 */
    uint32_t kind,                     /* dvdb_kind */
    uint32_t channels,                 /* 1 to 4 */
    DVDB_IN const int32_t *sizes       /* [2], 1 or more */) DVDB_NOEXCEPT;
`;

Deno.test("parseHeaders() reads what buffers hold", () => {
  const { functions } = parseHeaders(sources(NAMED));
  const [type] = functions;
  assertEquals([type?.family, type?.checked], ["family", true]);
  const of = (name: string): unknown => type?.parameters.find((one) => one.name === name)?.buffer;
  assertEquals(of("things"), {
    element: { parameter: "dtype", cases: [] },
    dimensions: [{ kind: "name", name: "n_things" }, { kind: "number", value: 3 }],
    optional: false,
  });
  assertEquals(of("rows"), {
    element: { word: "i64", cases: [] },
    dimensions: [{
      kind: "operation",
      operator: "+",
      left: { kind: "quantity", name: "n_voxels", of: "grid" },
      right: { kind: "number", value: 1 },
    }],
    optional: { parameter: "kind", value: "DVDB_KIND_B" },
  });
  assertEquals(of("rest"), {
    element: {
      word: "f32",
      cases: [{ word: "f64", parameter: "dtype", values: ["DVDB_F64"] }],
    },
    dimensions: [
      {
        kind: "operation",
        operator: "/",
        left: { kind: "name", name: "n_things" },
        right: { kind: "number", value: 32 },
      },
      {
        kind: "operation",
        operator: "^",
        left: { kind: "number", value: 8 },
        right: { kind: "element", name: "sizes", place: 1 },
      },
    ],
    optional: true,
  });
  assertEquals(of("others"), {
    element: { word: "f32", cases: [] },
    dimensions: [{ kind: "name", name: "n_things" }],
    optional: { zero: "channels" },
  });
  assertEquals(of("pieces"), undefined);
});

Deno.test("emitFiles() leaves the entries of contexts, buffers and events to be written by hand", () => {
  const text = NAMED.replace(/\/\* dtype \[.*\*\//, ""); // no shape is needed, as nothing checks it
  const [types] = sources(text);
  for (const family of ["abi", "buffer", "event"]) {
    const own = [types, { path: `${family}.h`, text }].filter((one) => one !== undefined);
    assertEquals(parseHeaders(own).functions[0]?.checked, false);
    const files = emitFiles(own, "1.0.0");
    assertEquals([...files.keys()].filter((path) => path.endsWith("_entries.cpp")), []);
    assertMatch(
      files.get("cuda/_generated/abi_check.cpp") ?? "",
      /<decltype\(&dvdb_do_named\), dvdb_status \(\*\)\(dvdb_context, dvdb_grid, /,
    );
  }
});

/** Comments of buffers that say too little or what nothing else knows. */
const UNCLEAR: readonly (readonly [find: string, replacement: string, problem: RegExp])[] = [
  ["dtype [n_things, 3], world", "some of them, world", /lacks a shape comment/],
  [" /* dtype [n_things, 3], world space */", "", /lacks a shape comment/],
  ["dtype [n_things, 3]", "dtypes [n_things, 3]", /"dtypes", which is neither a type nor a dtype/],
  ["dtype [n_things, 3]", "sizes[0] [n_things, 3]", /"sizes", which is neither/],
  ["dtype [n_things, 3]", "f32[1] [n_things, 3]", /an element type "f32\[1\]"/],
  ["dtype [n_things, 3]", "dtype [n_thing, 3]", /"n_thing" that is neither a parameter nor/],
  [
    "dtype [n_things, 3]",
    "dtype [n_voxels, 3]",
    /of several: write n_voxels\(grid\) or n_voxels\(other\)/,
  ],
  ["dtype [n_things, 3]", "dtype [n_voxels(rest), 3]", /"n_voxels" that is neither/],
  ["dtype [n_things, 3]", "dtype [product(sizes), 3]", /"product\(sizes\)" of no list of int64_t/],
  ["dtype [n_things, 3]", "dtype [kind[0], 3]", /"kind\[0\]" of no array/],
  ["dtype [n_things, 3]", "dtype [n_things 3]", /cannot be read: expected "," or "\]", found "3"/],
  ["dtype [n_things, 3]", "dtype [n_things, ]", /cannot be read: expected a dimension/],
  ["dtype [n_things, 3]", "dtype [n_things & 3]", /cannot be read: "& 3" is no dimension/],
  ["dtype [n_things, 3]", "dtype [n_things", /a shape without "\]"/],
  ["3], world space", "3] world space", /prose behind its shape without a comma/],
  ["3], world space", "3]; world space", /a clause "world space" that is not known/],
  ["3], world space", "3]; f64 for kinds DVDB_F64", /depends on "kinds", no dtype parameter/],
  ["3], world space", "3]; f64 for dtype DVDB_X", /depends on "DVDB_X", which is no value/],
  ["3], world space", "3]; 0 unless kinds is DVDB_KIND_A", /depends on "kinds", which is no/],
  ["3], world space", "3]; 0 if channel is 0", /depends on "channel", which is no/],
];

for (const [find, replacement, problem] of UNCLEAR) {
  Deno.test(`parseHeaders() refuses a buffer's ${JSON.stringify(replacement)}`, () => {
    const text = NAMED.replace(find, replacement);
    assert(text !== NAMED);
    const error = assertThrows(() => parseHeaders(sources(text)), HeaderError);
    assertMatch(error.message, problem);
    assertMatch(error.message, /^family\.h:4: Cannot read header: buffer "things" /);
  });
}

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
    GOOD.replace("world units", "meters"),
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
      "doIt(request: DoItRequest): Status;",
      "doItAsync(request: DoItRequest, signal?: AbortSignal): Promise<Status>;",
      "  /** Does it to `nThings` of Kind. */",
      "  /** double [nThings + 1, 3], world units */",
      "  readonly sizes: Float64Array;",
      '      holds(sizes, (nThings + 1) * 3, "doIt", "sizes");',
      '      return symbols.dvdb_do_it(context, 0, things, int64(nThings, "doIt", "nThings"), sizes, kind, outBuffer) as Status;',
    ]
  ) assert(native.split("\n").some((row) => row.endsWith(line)), line);
});

Deno.test("abiHash() changes with the shapes of buffers", () => {
  const hash = (text: string): number => abiHash(parseHeaders(sources(text)), "1.0.0");
  const other = [
    NAMED.replace("[n_things, 3]", "[n_things, 4]"),
    NAMED.replace("dtype [n_things", "f32 [n_things"),
    NAMED.replace("n_voxels(grid)", "n_voxels(other)"),
    NAMED.replace("; 0 for none", ""),
    NAMED.replace("is DVDB_KIND_B", "is DVDB_KIND_A"),
    NAMED.replace("f64 for dtype DVDB_F64", "f64 for dtype DVDB_F32"),
  ];
  assertEquals(new Set([hash(NAMED), ...other.map(hash)]).size, other.length + 1);
  assertEquals(hash(NAMED.replace("world space", "anywhere")), hash(NAMED));
});

Deno.test("emitFiles() writes entries that check what a header states, and named calls", () => {
  const files = emitFiles(sources(NAMED), "1.0.0");
  const lines = (path: string): string[] =>
    (files.get(path) ?? "").split("\n").map((line) => line.trim());
  const expected: readonly (readonly [path: string, lines: readonly string[]])[] = [
    ["cuda/_generated/family_args.hpp", [
      "struct DoNamedArgs {",
      "dvdb_buffer pieces = 0; int64_t n_things = 0; uint32_t dtype = 0, kind = 0, channels = 0;",
      "const int32_t* sizes = nullptr; GridBatch* grid = nullptr, *other = nullptr; Operand things{}, rest{};",
      "OptionalSpan<int64_t> rows{}; OptionalSpan<float> others{};",
      "Status do_named(Context& c, const DoNamedArgs& a);",
    ]],
    ["cuda/_generated/family_entries.cpp", [
      "return entry(context, 0, operators::do_named, {pieces, n_things, dtype, kind, channels, sizes}, [&](Checks& c, auto& a) {",
      'return c.take("grid", grid, a.grid) && c.take("other", other, a.other) && c.memory("sizes", sizes, {2})',
      '&& c.choice("kind", kind, {DVDB_KIND_A, DVDB_KIND_B}, "DVDB_KIND_A or DVDB_KIND_B")',
      '&& c.range("channels", channels, 1, 4) && c.ranges("sizes", sizes, 2, 1, INT64_MAX)',
      '&& c.dtype("things", dtype, {DVDB_F32, DVDB_F64}) && c.take("things", things, dtype, {n_things, 3}, a.things)',
      '&& c.take("rows", rows, {(Count(a.grid->view.n_voxels) + 1)}, a.rows, kind != DVDB_KIND_B)',
      '&& c.take("rest", rest, dtype == DVDB_F64 ? DVDB_F64 : DVDB_F32, {ceil_div(n_things, 32), power(8, sizes[1])}, a.rest, true)',
      '&& c.take("others", others, {n_things}, a.others, channels == 0);',
    ]],
    ["ffi/_generated/native.ts", [
      "doNamed(request: DoNamedRequest): Status;",
      "/** dtype [nThings, 3], world space */",
      "readonly things: BufferHandle;",
      "doNamed({ context, grid, other, things, rows, rest, others, pieces, nThings, dtype, kind, channels, sizes }) {",
    ]],
  ];
  for (const [path, some] of expected) {
    for (const line of some) assert(lines(path).includes(line), `${path}: ${line}`);
  }
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
