/**
 * Signals that end calls early which do not block.
 *
 * @module
 */

/**
 * Options of all calls that do not block and may take long.
 *
 * @category Contexts
 */
export interface Cancelable {
  /**
   * Ends the call early when it aborts: the promise rejects with the reason of the signal, nothing of a result is left,
   * and the context can be used as before. Host threads look at it between chunks of work, a GPU's host thread between
   * launches, of which it makes large ones in parts.
   */
  readonly signal?: AbortSignal;
}
