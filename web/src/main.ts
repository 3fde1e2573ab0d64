// The pages of reports and of `biela show`.
import { begin } from "./begin";
import { cloud } from "./pages/cloud";
import { plain } from "./pages/plain";
import { report } from "./pages/report";
import { show } from "./pages/show";
import { still } from "./pages/still";
import { study } from "./pages/study";

void begin({ report, show, still, plain, cloud, study });
