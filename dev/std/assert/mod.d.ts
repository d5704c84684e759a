/** A class whose instances are `E`; abstract classes count. */
type ClassOf<E> = abstract new (...args: never[]) => E;

/** What every assertion throws. */
export declare class AssertionError extends Error {
  constructor(message: string, options?: ErrorOptions);
}

/** Fails unless the value is truthy. */
export declare function assert(value: unknown, message?: string): asserts value;

/** Fails unless the value is falsy. */
export declare function assertFalse(
  value: unknown,
  message?: string,
): asserts value is false | 0 | "" | null | undefined;

/** Fails unless both values are deeply equal. */
export declare function assertEquals<T>(actual: T, expected: T, message?: string): void;

/** Fails when both values are deeply equal. */
export declare function assertNotEquals<T>(actual: T, expected: T, message?: string): void;

/** Fails unless both values are the same by `Object.is`. */
export declare function assertStrictEquals<T>(
  actual: unknown,
  expected: T,
  message?: string,
): asserts actual is T;

/** Fails when both values are the same by `Object.is`. */
export declare function assertNotStrictEquals<T>(actual: T, expected: T, message?: string): void;

/** Fails unless both numbers differ by at most the tolerance, 1e-7 of the expected one by default. */
export declare function assertAlmostEquals(
  actual: number,
  expected: number,
  tolerance?: number,
  message?: string,
): void;

/** Fails for `null` and `undefined`. */
export declare function assertExists<T>(
  actual: T,
  message?: string,
): asserts actual is NonNullable<T>;

/** Fails unless the value is an instance of the class. */
export declare function assertInstanceOf<T>(
  actual: unknown,
  expectedType: ClassOf<T>,
  message?: string,
): asserts actual is T;

/** Fails unless the text holds the other text. */
export declare function assertStringIncludes(
  actual: string,
  expected: string,
  message?: string,
): void;

/** Fails unless the text matches the pattern. */
export declare function assertMatch(actual: string, expected: RegExp, message?: string): void;

/** Fails unless every expected item occurs, in any order. */
export declare function assertArrayIncludes<T>(
  actual: ArrayLike<T>,
  expected: ArrayLike<T>,
  message?: string,
): void;

/** Fails unless every expected property is there and deeply equal. */
export declare function assertObjectMatch(
  actual: object,
  expected: Record<PropertyKey, unknown>,
  message?: string,
): void;

/** Fails unless `actual > expected`. */
export declare function assertGreater<T>(actual: T, expected: T, message?: string): void;

/** Fails unless `actual >= expected`. */
export declare function assertGreaterOrEqual<T>(actual: T, expected: T, message?: string): void;

/** Fails unless `actual < expected`. */
export declare function assertLess<T>(actual: T, expected: T, message?: string): void;

/** Fails unless `actual <= expected`. */
export declare function assertLessOrEqual<T>(actual: T, expected: T, message?: string): void;

/** Fails unless the function throws; returns what it threw. */
export declare function assertThrows(fn: () => unknown, message?: string): unknown;
/** Fails unless the function throws an instance of the class; returns that instance. */
export declare function assertThrows<E extends Error = Error>(
  fn: () => unknown,
  errorClass: ClassOf<E>,
  messageIncludes?: string,
  message?: string,
): E;

/** Fails unless the promise rejects; resolves to the reason. */
export declare function assertRejects(
  fn: () => PromiseLike<unknown>,
  message?: string,
): Promise<unknown>;
/** Fails unless the promise rejects with an instance of the class; resolves to that instance. */
export declare function assertRejects<E extends Error = Error>(
  fn: () => PromiseLike<unknown>,
  errorClass: ClassOf<E>,
  messageIncludes?: string,
  message?: string,
): Promise<E>;

/** Fails. */
export declare function fail(message?: string): never;
