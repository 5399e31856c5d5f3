import "../../styles/design.css";
import "../../styles/wide.css";
import "../../styles/copyable.css";
import "../../styles/account.css";
import "../../styles/programs.css";
import "../../styles/access-keys.css";
import "../../problem-texts.ts";
import { accessKeyTexts } from "#texts/access-keys.ts";
import { problems } from "../../explain.ts";
import { openPage } from "../../open-page.tsx";
import { ProgramsPage } from "./programs-page.tsx";

Object.assign(problems, accessKeyTexts.problems);
openPage(ProgramsPage);
