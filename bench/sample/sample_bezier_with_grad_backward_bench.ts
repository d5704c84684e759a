/** Gradients of smooth samples and of their slopes by values and points. */

import { sampleBezierWithGradBackward } from "../../lib/sample/mod.ts";
import { benchWithGradBackward } from "./_with_grad.ts";

benchWithGradBackward("sampleBezierWithGradBackward", sampleBezierWithGradBackward);
