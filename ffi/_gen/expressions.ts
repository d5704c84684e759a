/**
 * Dimensions of device buffers: reads them from a comment, and writes them in C++.
 *
 * @module
 */

/** Terms and operations that a dimension may be computed from. */
export type Expression =
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "element"; readonly name: string; readonly place: number }
  | { readonly kind: "quantity"; readonly name: string; readonly of: string | undefined }
  | {
    readonly kind: "operation";
    readonly operator: Operator;
    readonly left: Expression;
    readonly right: Expression;
  };

/** Operators of dimensions; `/` rounds up and is written `ceil(a / b)`. */
export type Operator = "+" | "-" | "*" | "/" | "^";

/** The quantity of a list of extents: their product, and 0 for an empty list. */
export const PRODUCT = "product";

const TOKENS = /\s*(\d+|[A-Za-z_]\w*|[()+\-*^/[\],])/y;

/**
 * Reads dimensions that are separated by commas.
 *
 * @throws {SyntaxError} If they cannot be read.
 */
export function parseDimensions(text: string): Expression[] {
  const reader = new Reader(text);
  const dimensions = [reader.sum()];
  while (reader.skip(",")) dimensions.push(reader.sum());
  reader.end();
  return dimensions;
}

class Reader {
  #tokens: string[] = [];
  #place = 0;

  constructor(text: string) {
    TOKENS.lastIndex = 0;
    while (TOKENS.lastIndex < text.trimEnd().length) {
      const at = TOKENS.lastIndex;
      const token = TOKENS.exec(text)?.[1];
      if (token === undefined) throw new SyntaxError(`"${text.slice(at).trim()}" is no dimension`);
      this.#tokens.push(token);
    }
  }

  get #next(): string {
    return this.#tokens[this.#place] ?? "";
  }

  #fail(expected: string): never {
    throw new SyntaxError(`expected ${expected}, found "${this.#next || "the end"}"`);
  }

  skip(token: string): boolean {
    const same = this.#next === token;
    if (same) this.#place += 1;
    return same;
  }

  #expect(token: string): void {
    if (!this.skip(token)) this.#fail(`"${token}"`);
  }

  end(): void {
    if (this.#place < this.#tokens.length) this.#fail('"," or "]"');
  }

  sum(): Expression {
    return this.#chain(["+", "-"], () => this.#chain(["*"], () => this.#power()));
  }

  #chain(operators: readonly Operator[], part: () => Expression): Expression {
    let left = part();
    for (;;) {
      const operator = operators.find((one) => this.skip(one));
      if (operator === undefined) return left;
      left = { kind: "operation", operator, left, right: part() };
    }
  }

  #power(): Expression {
    const left = this.#atom();
    return this.skip("^") ? { kind: "operation", operator: "^", left, right: this.#atom() } : left;
  }

  #atom(): Expression {
    if (this.skip("(")) {
      const inner = this.sum();
      this.#expect(")");
      return inner;
    }
    const token = this.#next;
    if (!/^\w/.test(token)) this.#fail("a dimension");
    this.#place += 1;
    if (/^\d+$/.test(token)) return { kind: "number", value: Number(token) };
    if (token === "ceil") {
      this.#expect("(");
      const left = this.sum();
      this.#expect("/");
      const right = this.sum();
      this.#expect(")");
      return { kind: "operation", operator: "/", left, right };
    }
    if (this.skip("(")) {
      const of = this.#word();
      this.#expect(")");
      return { kind: "quantity", name: token, of };
    }
    if (!this.skip("[")) return { kind: "name", name: token };
    const place = Number(this.#word());
    this.#expect("]");
    if (!Number.isInteger(place)) throw new SyntaxError(`the place in "${token}" is no number`);
    return { kind: "element", name: token, place };
  }

  #word(): string {
    const word = this.#next;
    if (!/^\w+$/.test(word)) this.#fail("a name");
    this.#place += 1;
    return word;
  }
}

/** All parts of an expression that are names, elements or quantities. */
export function leaves(expression: Expression): Expression[] {
  if (expression.kind === "operation") {
    return [...leaves(expression.left), ...leaves(expression.right)];
  }
  return expression.kind === "number" ? [] : [expression];
}

/** Replaces the leaves of an expression. */
export function replaceLeaves(
  expression: Expression,
  replace: (leaf: Expression) => Expression,
): Expression {
  if (expression.kind !== "operation") return replace(expression);
  const left = replaceLeaves(expression.left, replace);
  return { ...expression, left, right: replaceLeaves(expression.right, replace) };
}

/** Text of an expression as headers write it. */
export function expressionText(expression: Expression): string {
  switch (expression.kind) {
    case "number":
      return `${expression.value}`;
    case "name":
      return expression.name;
    case "element":
      return `${expression.name}[${expression.place}]`;
    case "quantity":
      return `${expression.name}(${expression.of ?? ""})`;
    case "operation": {
      const { operator, left, right } = expression;
      const text = `${expressionText(left)} ${operator} ${expressionText(right)}`;
      return operator === "/" ? `ceil(${text})` : `(${text})`;
    }
  }
}

/**
 * Computes an expression.
 *
 * @param valueOf The value of a name, an element or a quantity.
 */
export function evaluate(expression: Expression, valueOf: (leaf: Expression) => number): number {
  if (expression.kind === "number") return expression.value;
  if (expression.kind !== "operation") return valueOf(expression);
  const left = evaluate(expression.left, valueOf);
  const right = evaluate(expression.right, valueOf);
  switch (expression.operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      return Math.ceil(left / right);
    case "^":
      return left ** right;
  }
}
