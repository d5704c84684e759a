import { worldToVoxel } from "../../mod.ts";
import { testMapping } from "./_mapping.ts";

testMapping({
  name: "worldToVoxel",
  map: worldToVoxel,
  formula: (value, size, origin) => (value - origin) / size,
});
