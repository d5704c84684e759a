import { cubesInGrid } from "../../lib/query/mod.ts";
import { testCubes } from "./_cubes.ts";

testCubes({ name: "cubesInGrid", ask: cubesInGrid, answer: (active, all) => active === all });
