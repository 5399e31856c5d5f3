/** For its effect: from here on, what goes wrong is explained by these texts too. A login does not load them. */
import { problemTexts } from "#texts/problems.ts";
import { problems } from "./explain.ts";

Object.assign(problems, problemTexts);
