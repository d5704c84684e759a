/**
 * Checks of the points that are to be written as LAS.
 *
 * @module
 */
import {
  type Argument,
  checkArray,
  checkClass,
  checkParts,
  checkText,
} from "../../../ffi/base/checks.ts";
import { checkColumns, checkFinites, checkReals, checkWhole } from "../base/operands.ts";
import type { LasInput } from "./input.ts";

/** The operation, in messages. */
export const OPERATOR = "encode LAS";

/** Refuses points that do not fit together. */
export function refuse(problem: string): never {
  throw new RangeError(`Cannot encode LAS: ${problem}`);
}

/** Fields of points that all records have, and the others. */
const FIELDS = ["returnNumbers", "returnCounts", "pointSources"] as const;
const MORE_FIELDS = ["flags", "scanAngles", "userData", "gpsTimes"] as const;

/** Refuses parts of another kind, such as tensors, of which no number is on the host. */
export function checkKinds(points: LasInput): void {
  const { lasIntegers, lasFields, lasFacts } = points;
  for (const name of ["colors", "intensities", "classifications"] as const) {
    if (points[name] !== undefined) checkReals({ operator: OPERATOR, name }, points[name]);
  }
  if (lasIntegers !== undefined) {
    checkParts({ operator: OPERATOR, name: "lasIntegers" }, lasIntegers);
    const part = (name: string): Argument => ({
      operator: OPERATOR,
      name: `${name} of lasIntegers`,
    });
    checkReals(part("coordinates"), lasIntegers.coordinates);
    checkFinites(part("scale"), lasIntegers.scale, 3);
    checkFinites(part("offset"), lasIntegers.offset, 3);
  }
  if (lasFields !== undefined) {
    checkParts({ operator: OPERATOR, name: "lasFields" }, lasFields);
    for (const name of FIELDS) checkReals({ operator: OPERATOR, name }, lasFields[name]);
    for (const name of MORE_FIELDS) {
      if (lasFields[name] !== undefined) {
        checkReals({ operator: OPERATOR, name }, lasFields[name]);
      }
    }
  }
  checkCrs(points);
  checkColumns(OPERATOR, points.columns ?? []);
  if (lasFacts === undefined) return;
  checkParts({ operator: OPERATOR, name: "lasFacts" }, lasFacts);
  const { projection } = lasFacts;
  checkArray({ operator: OPERATOR, name: "projection" }, projection);
  for (const [at, vlr] of projection.entries()) {
    const name = `record ${at} of projection`;
    checkParts({ operator: OPERATOR, name }, vlr);
    checkText({ operator: OPERATOR, name: `userId of ${name}` }, vlr.userId);
    checkText({ operator: OPERATOR, name: `description of ${name}` }, vlr.description);
    checkWhole({ operator: OPERATOR, name: `recordId of ${name}` }, vlr.recordId, [0, 65535]);
    checkClass({ operator: OPERATOR, name: `data of ${name}` }, vlr.data, Uint8Array);
  }
}

function checkCrs({ crs }: LasInput): void {
  if (crs === undefined) return;
  checkParts({ operator: OPERATOR, name: "crs" }, crs, "an object with a name");
  checkText({ operator: OPERATOR, name: "name of crs" }, crs.name);
  if (crs.wkt !== undefined) checkText({ operator: OPERATOR, name: "wkt of crs" }, crs.wkt);
  if (crs.epsg !== undefined) {
    checkWhole({ operator: OPERATOR, name: "epsg of crs" }, crs.epsg, [0, 2 ** 31 - 1]);
  }
}

export function checkLengths(points: LasInput, count: number): void {
  const { colors, intensities, classifications, lasIntegers, lasFields } = points;
  const arrays: readonly (readonly [string, ArrayLike<number> | undefined, number])[] = [
    ["colors", colors, 3 * count],
    ["intensities", intensities, count],
    ["classifications", classifications, count],
    ["coordinates of lasIntegers", lasIntegers?.coordinates, 3 * count],
    ["returnNumbers", lasFields?.returnNumbers, count],
    ["returnCounts", lasFields?.returnCounts, count],
    ["pointSources", lasFields?.pointSources, count],
    ["flags", lasFields?.flags, count],
    ["scanAngles", lasFields?.scanAngles, count],
    ["userData", lasFields?.userData, count],
    ["gpsTimes", lasFields?.gpsTimes, count],
  ];
  for (const { name, values, width } of points.columns ?? []) {
    if (values.length !== count * width) {
      refuse(`column "${name}" has ${values.length} values, ${count * width} expected`);
    }
  }
  for (const [name, array, length] of arrays) {
    if (array !== undefined && array.length !== length) {
      refuse(`${name} has ${array.length} numbers, ${length} expected`);
    }
  }
}
