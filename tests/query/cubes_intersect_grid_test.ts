import { cubesIntersectGrid } from "../../lib/query/mod.ts";
import { testCubes } from "./_cubes.ts";

testCubes({
  name: "cubesIntersectGrid",
  ask: cubesIntersectGrid,
  answer: (active) => active > 0,
});
