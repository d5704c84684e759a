import { assertEquals } from "@std/assert";
import { describeFailure } from "../../dev/tasks/_failures.ts";

const OUTPUT = `running 2 tests from ./tests/a_test.ts
one ... ok (1ms)
two ... FAILED (2ms)

 ERRORS 

two => ./tests/a_test.ts:2:6
error: AssertionError: Values are not equal.

 FAILURES 

two => ./tests/a_test.ts:2:6

FAILED | 1 passed | 1 failed (25ms)

error: Test failed
`;

Deno.test("describeFailure() names failed tests with their errors", () => {
  assertEquals(
    describeFailure({ command: "deno test a", code: 1, output: OUTPUT }),
    `deno test a
ended with status 1:
ERRORS 

two => ./tests/a_test.ts:2:6
error: AssertionError: Values are not equal.
`,
  );
});

Deno.test("describeFailure() shows the end of what ended without a list, and no counts of tests", () => {
  const lines = Array.from({ length: 100 }, (_, at) => `line ${at}`);
  const output = [...lines, "ok | 3 passed | 0 failed (1s)", "killed"].join("\n");
  const shown = describeFailure({ command: "deno test b", code: 137, output }).split("\n");
  assertEquals(shown.slice(0, 3), ["deno test b", "ended with status 137:", "line 61"]);
  assertEquals(shown.slice(-3), ["line 99", "killed", ""]);
});
