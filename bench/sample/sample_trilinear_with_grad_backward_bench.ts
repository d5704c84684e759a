/** Gradients of trilinear samples and of their slopes by values and points. */

import { sampleTrilinearWithGradBackward } from "../../lib/sample/mod.ts";
import { benchWithGradBackward } from "./_with_grad.ts";

benchWithGradBackward("sampleTrilinearWithGradBackward", sampleTrilinearWithGradBackward);
