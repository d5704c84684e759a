import { assertEquals } from "@std/assert";
import { crsOfEpsg, crsOfWkt, readE57 } from "../../../lib/io/mod.ts";
import { e57Bytes, type E57FieldBytes } from "./_bytes.ts";

function float(name: string, values: readonly number[]): E57FieldBytes {
  return { name, type: "Float", attributes: { precision: "double" }, values };
}

/** A file of one point whose root says something of coordinates. */
function fileWith(text: string | undefined): Uint8Array<ArrayBuffer> {
  const fields = [float("cartesianX", [1]), float("cartesianY", [2]), float("cartesianZ", [3])];
  const element = text === undefined
    ? ""
    : `<coordinateMetadata type="String"><![CDATA[${text}]]></coordinateMetadata>`;
  const changeXml = (xml: string): string => xml.replace("<data3D", `${element}<data3D`);
  return e57Bytes({ scans: [{ fields }], changeXml });
}

Deno.test("readE57() reads the coordinate system, as a definition or by its EPSG code", () => {
  const known = crsOfEpsg(32633);
  const { wkt = "" } = known ?? {};
  assertEquals(readE57(fileWith(wkt)).crs, crsOfWkt(wkt));
  assertEquals(readE57(fileWith(wkt)).crs?.epsg, 32633);
  assertEquals(readE57(fileWith("  EPSG:32633\n")).crs, known);
  assertEquals(readE57(fileWith("urn:ogc:def:crs:EPSG::32633")).crs, known);
  assertEquals(
    readE57(fileWith("EPSG:2992")).crs,
    crsOfEpsg(2992) ?? {
      name: "EPSG:2992",
      epsg: 2992,
    },
  );
});

Deno.test("readE57() takes texts that define nothing for no coordinate system", () => {
  for (const text of [undefined, "", "local", "PROJCS[", "EPSG:", "EPSG:12"]) {
    assertEquals(readE57(fileWith(text)).crs, undefined, text);
  }
});
