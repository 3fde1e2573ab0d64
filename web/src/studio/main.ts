// The page of the studio begins here.
import { begin } from "../begin";
import { studio } from "./studio";

void begin({ studio });
