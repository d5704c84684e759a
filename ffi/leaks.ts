/**
 * Which calls made the handles that are alive.
 *
 * @module
 */

/**
 * A live handle and what made it.
 *
 * @category Contexts
 */
export interface Leak {
  /** Kind of the handle, such as `buffer` or `grid`. */
  readonly noun: string;
  /** The public function or method that made it. */
  readonly operator: string;
  /** Place of that call, as `file:line:column`; empty if nothing outside of this package called. */
  readonly at: string;
}

/** Number of callers that are looked at. */
const FRAMES = 40;

/** Location of this package, so that its own frames are told from those of its users. */
const PACKAGE = new URL("..", import.meta.url).href;

/** Folders of the package with code that uses it. */
const USERS = /^(?:tests|bench|examples|dev|docs|README)/;

/** A live handle and its callers, which are only spelled out when somebody asks. */
export interface LeakNote {
  /** The handle's name in messages. */
  readonly noun: string;
  /** An error that was never thrown; its stack is that of the calls. */
  readonly callers: Error;
  /** The report of it, once somebody has asked. */
  leak?: Leak;
}

/** Notes the callers of a function. */
// deno-lint-ignore ban-types -- classes are functions, too
export function noteCallers(noun: string, below: Function): LeakNote {
  const outer = Error.stackTraceLimit;
  Error.stackTraceLimit = FRAMES;
  const callers = new Error();
  Error.captureStackTrace(callers, below);
  Error.stackTraceLimit = outer;
  return { noun, callers };
}

/** The report of a note. */
export function leakOf(note: LeakNote): Leak {
  return note.leak ??= spellOut(note);
}

/** The outermost frame of this package is the call that its user made. */
function spellOut({ noun, callers }: LeakNote): Leak {
  let operator = "";
  for (const line of callers.stack?.split("\n") ?? []) {
    const found = /^\s+at (?:(?:async )?(?:new )?(.+?) \()?((?:\w+:\/\/|\/).+:\d+:\d+)\)?$/.exec(
      line,
    );
    if (found === null) continue;
    const [, name, place = ""] = found;
    if (!isOwn(place)) return { noun, operator, at: place };
    operator = name ?? operator;
  }
  return { noun, operator, at: "" };
}

function isOwn(place: string): boolean {
  return place.startsWith(PACKAGE) && !USERS.test(place.slice(PACKAGE.length));
}
