import "../../styles/design.css";
import "../../styles/wide.css";
import "../../styles/copyable.css";
import "../../styles/programs.css";
import "../../problem-texts.ts";
import { openPage } from "../../open-page.tsx";
import { ProgramsPage } from "./programs-page.tsx";

openPage(ProgramsPage);
