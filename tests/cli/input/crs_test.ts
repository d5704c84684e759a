import { assertEquals } from "@std/assert";
import { type Crs, crsOfRecords } from "../../../lib/cli/input/crs.ts";
import type { LasVlr } from "../../../lib/io/mod.ts";
import { geoKeys } from "../_records.ts";

function record(recordId: number, data: Uint8Array, userId = "LASF_Projection"): LasVlr {
  return { userId, recordId, description: "", extended: false, data };
}

const crsOfWkt = (wkt: string): Crs | undefined => crsOfRecords([record(2112, text(wkt))]);

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

Deno.test("crsOfRecords() reads the codes of GeoTIFF's keys", () => {
  const crs = (keys: Record<number, number>) => crsOfRecords([record(34735, geoKeys(keys))]);
  assertEquals(crs({ 1024: 1, 3072: 32633 }), {
    name: "EPSG:32633",
    epsg: 32633,
    verticalUnit: 1,
  });
  assertEquals(crs({ 1024: 2, 2048: 4326, 4099: 9002 }), {
    name: "EPSG:4326",
    epsg: 4326,
    verticalUnit: 0.3048,
  });
  assertEquals(crs({ 3072: 26910, 4099: 9003 })?.verticalUnit, 1200 / 3937);
  assertEquals(crs({ 3072: 32767 }), undefined);
  assertEquals(crsOfRecords([]), undefined);
  assertEquals(crsOfRecords([record(34735, geoKeys({ 3072: 32633 }), "else")]), undefined);
  assertEquals(crsOfRecords([record(34735, geoKeys({ 3072: 32633 }).subarray(0, 11))]), undefined);
});

Deno.test("crsOfRecords() takes zones of UTM by their names", () => {
  const keys = new Uint16Array([1, 1, 0, 2, 3072, 0, 1, 32767, 3073, 34737, 12, 5]);
  const crs = (name: string) =>
    crsOfRecords([
      record(34735, new Uint8Array(keys.with(-2, name.length + 1).buffer)),
      record(34737, text(`else|${name}|`)),
    ]);
  assertEquals(crs("WGS 84 / UTM zone 33N")?.epsg, 32633);
  assertEquals(crs("WGS_1984_UTM_Zone_7S")?.epsg, 32707);
  assertEquals(crs("ETRS89 / UTM zone 32N")?.epsg, 25832);
  assertEquals(crs("ETRS89 / UTM zone 12N"), { name: "ETRS89 / UTM zone 12N", verticalUnit: 1 });
  assertEquals(crs("NAD83 / UTM zone 10N"), { name: "NAD83 / UTM zone 10N", verticalUnit: 1 });
});

Deno.test("crsOfRecords() reads definitions of both versions, compound ones and their heights", () => {
  const utm = 'PROJCS["WGS 84 / UTM zone 33N",GEOGCS["WGS 84",AUTHORITY["EPSG","4326"]],' +
    'UNIT["meter",1],AUTHORITY["EPSG","32633"]]';
  const feet = 'VERT_CS["h",VERT_DATUM["d",2005],UNIT["foot",0.3048],AUTHORITY["EPSG","5702"]]';
  const known = { name: "EPSG:32633", epsg: 32633, verticalUnit: 1 };
  assertEquals(crsOfWkt(utm), known);
  assertEquals(crsOfWkt(`COMPD_CS["both",${utm},${feet},AUTHORITY["EPSG","1"]]`), {
    ...known,
    verticalUnit: 0.3048,
  });
  const second = 'COMPOUNDCRS["x", PROJCRS["y", BASEGEOGCRS["z"], ID["EPSG", 25832]],' +
    ' VERTCRS["v", CS[vertical,1], AXIS["up",up,LENGTHUNIT["foot",0.3048]]]]';
  assertEquals(crsOfWkt(second), { name: "EPSG:25832", epsg: 25832, verticalUnit: 0.3048 });
  // A code of a part is not that of the whole.
  const own = 'PROJCS["mine",GEOGCS["WGS 84",AUTHORITY["EPSG","4326"]],UNIT["meter",1]]';
  assertEquals(crsOfWkt(own), { name: "mine", verticalUnit: 1 });
});

Deno.test("crsOfRecords() takes no text for a system that is none", () => {
  for (const odd of ["", "PROJCS", '"PROJCS"', "[", "A[".repeat(1e5), "]]"]) {
    assertEquals(crsOfWkt(odd), undefined);
  }
  assertEquals(crsOfWkt('PROJCS["cut",GEOGCS["WGS 84"')?.name, "cut");
});
