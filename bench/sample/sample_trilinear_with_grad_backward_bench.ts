/** Gradients of trilinear samples and of their slopes by values and points. */

import { sampleTrilinearWithGradBackward } from "../../mod.ts";
import { benchWithGradBackward } from "./_with_grad.ts";

benchWithGradBackward("sampleTrilinearWithGradBackward", sampleTrilinearWithGradBackward);
