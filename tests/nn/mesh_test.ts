import { assertEquals, assertThrows } from "@std/assert";
import { gridFromDense, jagged, scope, tensor } from "../../mod.ts";
import * as nn from "../../lib/nn/mod.ts";
import { eachBackend } from "../_backends.ts";
import { threeGrids } from "./_batch.ts";
import { checkBoth, wave, waves, weighed } from "./_slopes.ts";

/** A field of a dense box whose values are well away from the iso level. */
const FIELD = wave(64, 2).map((one) => one + Math.sign(one) * 0.5);

eachBackend(
  "marchingCubes() and what is at its vertices have gradients on a tape",
  async (context) => {
    await scope(async (own) => {
      const grid = own(gridFromDense({ context, dims: 4, voxelSize: [1, 2, 0.5] }));
      const field = own(tensor(FIELD, { context }));
      const features = waves(context, [64, 2]);
      await checkBoth({ field }, (p) => weighed(nn.marchingCubes(grid, p.field).vertices));
      await checkBoth({ field }, (p) => {
        const { surface } = nn.marchingCubes(grid, p.field);
        return weighed(nn.surfaceNormals(grid, p.field, surface));
      });
      await checkBoth({ field, features }, (p) => {
        const { vertices, surface } = nn.marchingCubes(grid, p.field, { isoLevel: 0.1 });
        const colors = nn.surfaceFeatures(grid, p.field, surface, p.features);
        return nn.add(weighed(vertices), weighed(colors));
      });
      const found = own(nn.valueAndGrad({ field }, (p) => {
        const { vertices, surface } = nn.marchingCubes(grid, p.field);
        assertEquals(surface.vertices.data.shape, vertices.shape);
        return { loss: nn.sum(vertices), keep: { vertices } };
      }));
      assertEquals(found.kept.vertices.dtype, "f64");
      assertThrows(
        () => nn.marchingCubes(grid, field),
        TypeError,
        "field is a Tensor, a value expected",
      );
    });
  },
);

for (const operator of ["meshDistances", "signedMeshDistances"] as const) {
  eachBackend(`${operator}() of networks has the gradients of distances`, async (context) => {
    await scope(async (own) => {
      const grid = threeGrids(context, own);
      const corners = [
        ...[-3.1, -4.2, -3.3, 7.3, -3.2, -3.8, -3.7, 7.2, -3.4, -3.3, -3.6, 7.9],
        ...[0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
        ...[-4.1, -3.2, -3.4, 8.3, -3.2, -3.1, -3.7, 8.2, -3.4, -3.3, -3.6, 9.9],
      ];
      const vertices = own(tensor(Float64Array.from(corners), { context, shape: [12, 3] }));
      const triangles = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3];
      const faces = own(jagged(
        own(
          tensor(Int32Array.from([...triangles, ...triangles, ...triangles]), {
            context,
            shape: [12, 3],
          }),
        ),
        { offsets: [0, 4, 8, 12] },
      ));
      const options = { halfWidth: 9, offsets: BigInt64Array.of(0n, 4n, 8n, 12n) };
      await checkBoth({ vertices }, (p) => weighed(nn[operator](grid, p.vertices, faces, options)));
      const kept = own(nn.valueAndGrad({ vertices }, (p) => {
        const distances = nn[operator](grid, p.vertices, faces, options);
        return { loss: nn.sum(distances), keep: { distances } };
      }));
      assertEquals(kept.kept.distances.shape, [12]);
    });
  });
}
