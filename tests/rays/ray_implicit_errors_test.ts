import { assertEquals, assertThrows } from "@std/assert";
import {
  rayImplicitIntersection,
  type RayImplicitOptions,
  rayTrilinearIntersection,
  rayTrilinearIntersectionWithNormals,
} from "../../lib/rays/mod.ts";
import {
  type Context,
  type GridBatch,
  gridFromIjk,
  jagged,
  jaggedFromList,
  type Lists,
  type Real,
  type Tensor,
  tensor,
} from "../../mod.ts";
import { eachBackend } from "../_backends.ts";

const START = "Cannot run rayImplicitIntersection: ";
const CONTRACT = "one for each active voxel of the batch, in row order";

/** Two voxels, one ray along them. */
class Setting implements Disposable {
  readonly grid: GridBatch;
  readonly origins: Tensor<"f32">;
  readonly along: Tensor<"f32">;
  readonly values: Tensor<"f32">;

  constructor(context: Context) {
    using ijk = tensor(new Int32Array([0, 0, 0, 1, 0, 0]), { context, shape: [2, 3] });
    this.grid = gridFromIjk(ijk);
    this.origins = tensor([-1, 0, 0], { context, shape: [1, 3] });
    this.along = tensor([1, 0, 0], { context, shape: [1, 3] });
    this.values = tensor([1, -1], { context });
  }

  /** Asks about other values. */
  ask(values: Lists<Real>, options: RayImplicitOptions = {}): unknown {
    const { grid, origins, along } = this;
    return rayImplicitIntersection<Real>(grid, origins as Tensor<Real>, along, values, options);
  }

  [Symbol.dispose](): void {
    for (const one of [this.grid, this.origins, this.along, this.values]) one.dispose();
  }
}

eachBackend(
  "rayImplicitIntersection() rejects values that are not one for each voxel",
  (context) => {
    using setting = new Setting(context);
    const refused = (length: number, shape: readonly number[], text: string): void => {
      using values = tensor(new Float32Array(length), { context, shape });
      const error = assertThrows(() => setting.ask(values), RangeError);
      assertEquals(error.message, START + text);
    };
    refused(1, [1], `field has 1 rows, 2 expected: ${CONTRACT}`);
    refused(3, [3], `field has 3 rows, 2 expected: ${CONTRACT}`);
    refused(0, [0], `field has 0 rows, 2 expected: ${CONTRACT}`);
    refused(3, [3, 1], `field has 3 rows, 2 expected: ${CONTRACT}`);
    refused(4, [2, 2], "field shape is [2, 2], [n] or [n, 1] expected");
    refused(2, [2, 1, 1], "field shape is [2, 1, 1], [n] or [n, 1] expected");
    refused(1, [], "field shape is [], [n] or [n, 1] expected");
  },
);

eachBackend("rayImplicitIntersection() rejects lists that do not fit the batch", (context) => {
  using setting = new Setting(context);
  using split = jagged(setting.values, { offsets: [0, 1, 2] });
  assertEquals(
    assertThrows(() => setting.ask(split), RangeError).message,
    `${START}the number of lists in field is 2, the number of grids is 1`,
  );
  using ijk = jaggedFromList([new Int32Array(3), new Int32Array([0, 0, 0, 1, 0, 0])], {
    context,
    shape: [3],
  });
  using batch = gridFromIjk(ijk);
  using rays = jaggedFromList([new Float32Array(3), new Float32Array(3)], { context, shape: [3] });
  using lists = jaggedFromList([new Float32Array(2), new Float32Array(1)], { context, shape: [] });
  assertEquals(
    assertThrows(() => rayImplicitIntersection(batch, rays, rays, lists), RangeError).message,
    `${START}list 0 of field has 2 rows, 1 expected: ${CONTRACT}`,
  );
  const { origins, along, values } = setting;
  assertEquals(
    assertThrows(() => rayImplicitIntersection(batch, origins, along, values), RangeError).message,
    `${START}the number of lists in origins is 1, the number of grids is 2`,
  );
  using other = jaggedFromList([new Float32Array(6), new Float32Array(0)], { context, shape: [3] });
  using three = tensor(new Float32Array(3), { context });
  assertEquals(
    assertThrows(() => rayImplicitIntersection(batch, rays, other, three), RangeError).message,
    `${START}origins and directions have different offsets`,
  );
  using pairs = tensor(new Float32Array(2), { context, shape: [1, 2] });
  assertEquals(
    assertThrows(
      () => rayImplicitIntersection(setting.grid, pairs, pairs, setting.values),
      RangeError,
    ).message,
    `${START}origins shape is [1, 2], [n, 3] expected`,
  );
});

eachBackend("rayImplicitIntersection() rejects mixed element types", (context) => {
  using setting = new Setting(context);
  using doubles = tensor(new Float64Array(2), { context });
  using whole = tensor(new Int32Array(3), { context, shape: [1, 3] });
  using wide = tensor(new Float64Array(3), { context, shape: [1, 3] });
  const { grid, origins, along, values } = setting;
  const call = (from: Tensor, way: Tensor, field: Tensor): string =>
    assertThrows(
      () =>
        rayImplicitIntersection(
          grid,
          from as Tensor<Real>,
          way as Tensor<Real>,
          field as Tensor<Real>,
        ),
      TypeError,
    ).message;
  assertEquals(call(origins, along, doubles), `${START}field is f64, f32 expected`);
  assertEquals(call(origins, wide, values), `${START}directions is f64, f32 expected`);
  assertEquals(call(wide, wide, values), `${START}field is f32, f64 expected`);
  assertEquals(call(whole, whole, values), `${START}origins is i32, f16, f32 or f64 expected`);
});

eachBackend("rayImplicitIntersection() rejects options that are none", (context) => {
  using setting = new Setting(context);
  const cases: readonly (readonly [RayImplicitOptions, string])[] = [
    [{ isoLevel: NaN }, "isoLevel is NaN, a finite number expected"],
    [{ isoLevel: -Infinity }, "isoLevel is -Infinity, a finite number expected"],
    [{ eps: -1e-9 }, "eps is -1e-9, 0 or more expected"],
    [{ eps: NaN }, "eps is NaN, 0 or more expected"],
    [{ tMin: NaN }, "tMin is NaN"],
    [{ tMax: NaN }, "tMax is NaN"],
    [{ tMin: 2, tMax: 1 }, "tMin 2 is above tMax 1"],
    [{ tMax: -1 }, "tMin 0 is above tMax -1"],
  ];
  for (const [options, text] of cases) {
    const error = assertThrows(() => setting.ask(setting.values, options), RangeError);
    assertEquals(error.message, START + text);
  }
});

eachBackend("intersections with trilinear fields take no least chord", (context) => {
  using setting = new Setting(context);
  const { grid, origins, along, values } = setting;
  type Options = RayImplicitOptions;
  for (
    const [name, ask] of [
      [
        "rayTrilinearIntersection",
        (options: Options): unknown =>
          rayTrilinearIntersection(grid, origins, along, values, options),
      ],
      [
        "rayTrilinearIntersectionWithNormals",
        (options: Options): unknown =>
          rayTrilinearIntersectionWithNormals(grid, origins, along, values, options),
      ],
    ] as const
  ) {
    const call = (options: Options) => (): unknown => ask(options);
    const start = `Cannot run ${name}: `;
    const unknown = 'the option "eps" is unknown, tMin, tMax or isoLevel expected';
    assertEquals(assertThrows(call({ eps: 0 }), TypeError).message, start + unknown);
    const cases: readonly (readonly [RayImplicitOptions, string])[] = [
      [{ isoLevel: NaN }, "isoLevel is NaN, a finite number expected"],
      [{ tMin: 2, tMax: 1 }, "tMin 2 is above tMax 1"],
    ];
    for (const [options, text] of cases) {
      assertEquals(assertThrows(call(options), RangeError).message, start + text);
    }
  }
});
