import { useState } from "preact/hooks";
import { consoleOverviewTexts as words } from "#texts/console-overview.ts";
import { useDesk } from "../desk.ts";
import { ConsoleHeading } from "../parts/console-heading.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { Findings } from "./findings.tsx";
import { Logins } from "./logins.tsx";
import { NextSteps } from "./next-steps.tsx";
import { Numbers } from "./numbers.tsx";

/** What needs a person comes first: findings, then what a new service lacks, then how it goes. */
export function OverviewPage() {
	const { api } = useDesk();
	const [hours, setHours] = useState("24");
	const summary = useLoaded((signal) => api("GET /summary", { query: { hours }, signal }), hours);
	const users = useLoaded((signal) => api("GET /users/count", { signal }), "");
	return (
		<>
			<ConsoleHeading>{words.title}</ConsoleHeading>
			<Findings />
			<NextSteps users={users} />
			<Numbers summary={summary} users={users} />
			<Logins summary={summary} hours={hours} choose={setHours} />
		</>
	);
}
