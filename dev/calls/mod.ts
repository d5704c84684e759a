/**
 * Hashes of the results of all operators, to compare before and after a change, or on two devices.
 *
 * @module
 */
import { Arena, type Context, type Own } from "../../lib/core/mod.ts";
import { discard, Hash } from "./_hash.ts";
import { Inputs } from "./_inputs.ts";
import { type Family, faultsOf, type Row, rowsOf } from "./_table.ts";
import { ATTENTION } from "./attention.ts";
import { CONV } from "./conv.ts";
import { CORE } from "./core.ts";
import { DENSE } from "./dense.ts";
import { GRID } from "./grid.ts";
import { INDEX } from "./index.ts";
import { INJECT } from "./inject.ts";
import { JAGGED } from "./jagged.ts";
import { LOD } from "./lod.ts";
import { MESH } from "./mesh.ts";
import { OPTIM } from "./optim.ts";
import { POOL } from "./pool.ts";
import { QUERY } from "./query.ts";
import { RAYS } from "./rays.ts";
import { RENDER } from "./render.ts";
import { SAMPLE } from "./sample.ts";
import { SDF } from "./sdf.ts";
import { TOPOLOGY } from "./topology.ts";

/** The families, with their calls. */
export const FAMILIES: readonly Family[] = [
  ...[ATTENTION, CORE, CONV, DENSE, GRID, INDEX, INJECT, JAGGED, LOD, MESH],
  ...[OPTIM, POOL, QUERY, RAYS, RENDER, SAMPLE, SDF, TOPOLOGY],
];

/** The hash of a result, or the error instead of one. */
export interface HashedRow extends Omit<Row, "run"> {
  readonly hash?: string;
  readonly error?: string;
  /** Bytes of the result. */
  readonly bytes: number;
}

/** All rows, family by family; the scope owns their inputs. */
export function allRows(context: Context, own: Own): Row[] {
  const inputs = new Inputs(context, own);
  return FAMILIES.flatMap((family) => rowsOf(family, inputs));
}

/** The operands of calls by function and variant, on a few rows each; the scope owns them. Functions that change operands have none. */
export function callsOnFew(
  context: Context,
  own: Own,
): ReadonlyMap<string, Readonly<Record<string, readonly unknown[]>>> {
  const inputs = new Inputs(context, own, { areFew: true });
  return new Map(FAMILIES.flatMap((family) => {
    return Object.entries(family.cases(inputs)).map(([name, cases]) => {
      const rows = Object.entries(cases).flatMap(([variant, one]) =>
        typeof one === "function" ? [] : [[variant, one] as const]
      );
      return [name, Object.fromEntries(rows)] as const;
    });
  }));
}

/** Runs a row and hashes its result. */
export async function hashRow({ run, ...row }: Row): Promise<HashedRow> {
  using arena = new Arena();
  const hash = new Hash();
  try {
    const result = await run((value) => arena.own(value));
    try {
      hash.value(result);
    } finally {
      discard(result);
    }
    return { ...row, hash: hash.toString(), bytes: hash.byteCount };
  } catch (error) {
    const { message } = error instanceof Error ? error : new Error(String(error));
    return { ...row, error: message, bytes: 0 };
  }
}

/**
 * What the table lacks: families, and public functions of families.
 *
 * @param table All rows.
 * @param folders The families that there are, by their folders below `lib`.
 */
export function tableFaults(table: readonly Row[], folders: readonly string[]): string[] {
  return [
    ...folders.filter((folder) => !FAMILIES.some(({ name }) => name === folder))
      .map((folder) => `lib/${folder} has no rows`),
    ...FAMILIES.flatMap((family) => faultsOf(family, table)),
  ];
}
