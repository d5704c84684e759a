import { assert, assertEquals, assertThrows } from "@std/assert";
import {
  crsOfEpsg,
  crsOfWkt,
  encodeLas,
  type LasVlr,
  readLas,
  readLasHeader,
} from "../../../lib/io/mod.ts";
import { dataTest } from "../_data.ts";
import { lasBytes } from "./_bytes.ts";

const POSITIONS = Float64Array.of(1, 2, 3);

function record(recordId: number, data: Uint8Array): LasVlr {
  return { userId: "LASF_Projection", recordId, description: "", extended: false, data };
}

/** The record of GeoTIFF keys: each a key, where its value is, how many, and the value. */
function keys(...entries: readonly (readonly [number, number, number, number])[]): LasVlr {
  const words = Uint16Array.of(1, 1, 0, entries.length, ...entries.flat());
  return record(34735, new Uint8Array(words.buffer));
}

function texts(words: string): LasVlr {
  return record(34737, new TextEncoder().encode(words));
}

/** The records that a file has after points with others were written. */
function written(projection: readonly LasVlr[]): readonly LasVlr[] {
  const file = encodeLas({
    positions: POSITIONS,
    lasFacts: { projection, sourceId: 0, standardTimes: false },
  });
  const { globalEncoding, vlrs } = readLasHeader(file);
  assertEquals(globalEncoding & 16, 16); // bit 4 of R15: the coordinate system is WKT
  return vlrs;
}

function wktOf(vlrs: readonly LasVlr[]): string | undefined {
  const data = vlrs.find(({ recordId }) => recordId === 2112)?.data;
  return data === undefined ? undefined : new TextDecoder().decode(data);
}

/** The unit as well-known text spells it. */
const METER = "met" + "re";

const UTM_33 =
  'PROJCS["WGS 84 / UTM zone 33N",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",' +
  '6378137,298.257223563,AUTHORITY["EPSG","7030"]],AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,' +
  'AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],' +
  'AUTHORITY["EPSG","4326"]],PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],' +
  'PARAMETER["central_meridian",15],PARAMETER["scale_factor",0.9996],' +
  'PARAMETER["false_easting",500000],PARAMETER["false_northing",0],' +
  `UNIT["${METER}",1,AUTHORITY["EPSG","9001"]]` + ',AXIS["Easting",EAST],AXIS["Northing",NORTH],' +
  'AUTHORITY["EPSG","32633"]]';

Deno.test("encodeLas() writes WKT for the EPSG codes of GeoTIFF keys", () => {
  assertEquals(wktOf(written([keys([1024, 0, 1, 1], [3072, 0, 1, 32633])])), `${UTM_33}\0`);
  const geographic = wktOf(written([keys([1024, 0, 1, 2], [2048, 0, 1, 4326])]));
  assert(UTM_33.includes(geographic?.slice(0, -1) ?? "none"), geographic);
  const withHeights = wktOf(written([keys([3072, 0, 1, 26910], [4096, 0, 1, 5703])])) ?? "";
  const { name, epsg } = crsOfWkt(withHeights);
  assertEquals([name, epsg], ["NAD83 / UTM zone 10N + NAVD88 height", 26910]);
  // The keys stay for programs that know no WKT.
  const kept = keys([1024, 0, 1, 1], [3072, 0, 1, 25832]);
  assertEquals(written([kept]).map(({ recordId }) => recordId), [34735, 2112]);
  assertEquals(written([kept])[0]?.data.slice(), kept.data);
  assertEquals(written([]), []);
});

Deno.test("encodeLas() refuses a coordinate system that it has no definition of", () => {
  const refuses = (records: readonly LasVlr[], problem: string): unknown =>
    assertThrows(
      () => written(records),
      RangeError,
      `Cannot encode LAS: the coordinate system ${problem}`,
    );
  refuses(
    [keys([1024, 0, 1, 1], [3072, 0, 1, 2992])],
    "EPSG:2992 has no definition in WKT, which LAS 1.4 takes: give crs with its wkt",
  );
  refuses(
    [keys([1024, 0, 1, 1], [3072, 0, 1, 32767], [1026, 34737, 9, 0]), texts("my grid|")],
    '"my grid", without an EPSG code',
  );
  // Feet, and heights above something else: what is known here is in meters.
  refuses([keys([3072, 0, 1, 26910], [3076, 0, 1, 9003])], '"NAD83 / UTM zone 10N", EPSG:26910');
  refuses([keys([3072, 0, 1, 26910], [4096, 0, 1, 7968])], '"NAD83 / UTM zone 10N", EPSG:26910');
});

Deno.test("encodeLas() keeps WKT as it is, and takes crs in its place", () => {
  const own = `LOCAL_CS["here",UNIT["${METER}",1]]`;
  const text = record(2112, new TextEncoder().encode(`${own}\0`));
  assertEquals(wktOf(written([text, keys([3072, 0, 1, 2992])])), `${own}\0`);
  const cloud = readLas(encodeLas({ positions: POSITIONS, crs: { name: "here", wkt: own } }));
  assertEquals(cloud.crs, { name: "here", wkt: own });
  assertEquals(readLas(encodeLas(cloud)).crs, cloud.crs);
  const moved = readLas(encodeLas({ ...cloud, crs: { name: "", epsg: 2056, wkt: UTM_33 } }));
  assertEquals(moved.crs?.epsg, 32633);
  assertEquals(moved.lasFacts?.projection.length, 1);
  const named = readLas(encodeLas({ positions: POSITIONS, crs: { name: "", epsg: 2056 } }));
  assertEquals([named.crs?.name, named.crs?.epsg], ["CH1903+ / LV95", 2056]);
  assertThrows(
    () => encodeLas({ positions: POSITIONS, crs: { name: "x", epsg: 2992 } }),
    RangeError,
    'the coordinate system "x", EPSG:2992, has no definition in WKT',
  );
});

Deno.test("readLas() tells the coordinate system of any records", () => {
  const read = (...vlrs: readonly LasVlr[]) =>
    readLas(lasBytes({ format: 1, points: [{ at: [1, 2, 3] }], vlrs })).crs;
  assertEquals(read(), undefined);
  assertEquals(read(keys([1024, 0, 1, 1], [3072, 0, 1, 2992])), { name: "EPSG:2992", epsg: 2992 });
  assertEquals(read(keys([1024, 0, 1, 1], [3073, 34737, 5, 3]), texts("no|grid|")), {
    name: "grid",
  });
  assertEquals(read(keys([1024, 0, 1, 1], [3072, 0, 1, 32633]))?.wkt, UTM_33);
  assertEquals(read(record(2112, new Uint8Array(5))), undefined);
  assertEquals(read(record(34735, new Uint8Array(3))), undefined);
});

Deno.test("crsOfWkt() reads names and codes of both versions", () => {
  const cases: readonly (readonly [string, string, number | undefined])[] = [
    [UTM_33, "WGS 84 / UTM zone 33N", 32633],
    ['PROJCRS["A ""b""",BASEGEOGCRS["C",ID["EPSG",4326]],ID["EPSG",5]]', 'A "b"', 5],
    [
      'COMPD_CS["a+b",PROJCS["a",AUTHORITY["EPSG","7"]],VERT_CS["b",AUTHORITY["EPSG","8"]]]',
      "a+b",
      7,
    ],
    ['COMPOUNDCRS["a+b",PROJCRS["a",ID["EPSG",7]],ID["EPSG",9]]', "a+b", 9],
    ['GEOGCS("d",AUTHORITY("ESRI","3"))\0rest', "d", undefined],
    ['PROJCS["x",GEOGCS["y",AUTHORITY["EPSG","4"]]]', "x", undefined],
  ];
  for (const [wkt, name, epsg] of cases) {
    const crs = crsOfWkt(wkt);
    assertEquals([crs.name, crs.epsg], [name, epsg]);
  }
  for (const wkt of ["", "EPSG:4326", 'UNIT["a",1]', "PROJCS"]) {
    assertThrows(() => crsOfWkt(wkt), RangeError, "a coordinate system as in");
  }
});

Deno.test("crsOfEpsg() defines what it names, and knows no other codes", () => {
  const zones = [[32601, 32660], [32701, 32760], [25828, 25838], [26901, 26923]] as const;
  const codes = zones.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => first + at)
  );
  for (const code of [...codes, 4326, 4258, 4269, 3857, 2056, 2154, 27700, 28992, 31370]) {
    const crs = crsOfEpsg(code);
    assertEquals(crsOfWkt(crs?.wkt ?? ""), crs);
    assertEquals(crs?.epsg, code);
    if (code < 32601 || code > 32760) continue;
    const zone = code % 100;
    const [south, hemisphere] = code > 32700 ? [10000000, "S"] : [0, "N"];
    assertEquals(crs?.name, `WGS 84 / UTM zone ${zone}${hemisphere}`);
    assert(crs?.wkt?.includes(`"central_meridian",${zone * 6 - 183}]`));
    assert(crs?.wkt?.includes(`"false_northing",${south}]`));
  }
  for (const code of [0, 32600, 32661, 25827, 26924, 2992, NaN, 4326.5]) {
    assertEquals(crsOfEpsg(code), undefined, `${code}`);
  }
});

dataTest(
  "crsOfEpsg() gives the text that another program wrote",
  ["las/ellipsoid.copc.laz"],
  (file) => {
    const text = readLasHeader(file).vlrs.find(({ recordId }) => recordId === 2112)?.data;
    assertEquals(crsOfEpsg(3857)?.wkt, new TextDecoder().decode(text).replace(/\0$/, ""));
  },
);
