/** What to expect on the command line. Names of flags are given without their dashes. */
export interface ParseOptions<
  B extends string = string,
  S extends string = string,
  C extends string = string,
  D extends Record<string, unknown> = Record<string, unknown>,
> {
  /** Flags that take no value. */
  readonly boolean?: readonly B[];
  /** Flags whose value stays text. */
  readonly string?: readonly S[];
  /** Flags that may be repeated. */
  readonly collect?: readonly C[];
  /** Boolean flags that `--no-<flag>` switches off. */
  readonly negatable?: readonly B[];
  /** Values of flags that are absent. */
  readonly default?: D;
  /** Other names of a flag. */
  readonly alias?: Readonly<Record<string, string | readonly string[]>>;
  /** Puts everything after the first positional argument into `_`. */
  readonly stopEarly?: boolean;
  /** Sees each argument that was not declared; returning `false` leaves it out of the result. */
  readonly unknown?: (arg: string, key?: string, value?: unknown) => unknown;
}

/** The flags by name, and the positional arguments as `_`. */
export type Args<B extends string, S extends string, C extends string, D> =
  & { [K in Exclude<B, C>]: boolean }
  & { [K in Exclude<S, C | keyof D>]?: string | undefined }
  & { [K in Exclude<Extract<S, keyof D>, C>]: string | D[K & keyof D] }
  & { [K in Extract<S, C>]: string[] }
  & { [K in Extract<B, C>]: boolean[] }
  & { _: (string | number)[] };

/** Reads command-line arguments. */
export declare function parseArgs<
  const B extends string = never,
  const S extends string = never,
  const C extends string = never,
  D extends Record<string, unknown> = Record<never, never>,
>(args: readonly string[], options?: ParseOptions<B, S, C, D>): Args<B, S, C, D>;
