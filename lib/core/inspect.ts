/**
 * How values show themselves on a console.
 *
 * @module
 */

/** Makes `console.log` show the text of a class's values; called in the class's static block. */
export function inspectAsText(type: { readonly prototype: object }): void {
  Object.defineProperty(type.prototype, Symbol.for("Deno.customInspect"), {
    value(this: object): string {
      return String(this);
    },
  });
}
