import { SallyportError } from "@sallyport/client";
import { useState } from "preact/hooks";
import { problems } from "../explain.ts";
import { type Requirement, requirementOf } from "./requirement.ts";

interface Asked {
	SecondStep: typeof import("./second-step.tsx")["SecondStep"];
	requirement: Requirement;
}

interface Steps {
	/** What to show instead of the first step; null: the first step. */
	asked: Asked | null;
	/** Why the user is back at the first step; empty: for no reason of ours. */
	why: string;
	/** Runs the first step. False: it was right, and the second one is shown now. */
	first: (proving: () => Promise<unknown>) => Promise<boolean>;
	back: (why?: string) => void;
}

/** The same error, after its texts are there: few first steps fail for a reason that this page cannot explain already. */
async function explainable(error: unknown): Promise<unknown> {
	const isKnown = error instanceof SallyportError && Object.hasOwn(problems, error.code);
	if (!isKnown) await import("../problem-texts.ts").catch(() => {});
	return error;
}

/** For what may take two steps. The second one is loaded when it is needed: most logins show none. */
export function useSecondStep(): Steps {
	const [asked, setAsked] = useState<Asked | null>(null);
	const [why, setWhy] = useState("");

	async function first(proving: () => Promise<unknown>): Promise<boolean> {
		try {
			await proving();
			return true;
		} catch (error) {
			// Only the refusals of a right password have a challenge.
			if (!(error instanceof SallyportError) || error.challenge === undefined) throw await explainable(error);
			const { stepFor } = await import("./second-step.tsx");
			const requirement = requirementOf(error, error.challenge);
			setAsked({ SecondStep: await stepFor(requirement), requirement });
			return false;
		}
	}

	function back(why = ""): void {
		setWhy(why);
		setAsked(null);
	}
	return { asked, why, first, back };
}
