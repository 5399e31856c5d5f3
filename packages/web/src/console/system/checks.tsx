import type { Examination } from "@sallyport/client";
import { consoleSystemTexts } from "#texts/console-system.ts";
import { useDesk } from "../desk.ts";
import { type Column, Table } from "../parts/table.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { worstFirst } from "../parts/worst-first.ts";
import { Part } from "./part.tsx";

type Check = Examination["checks"][number];

const words = consoleSystemTexts.checks;

const columns: Array<Column<Check>> = [
	{ name: "check", heading: words.columns.name, cell: ({ title }) => title },
	{
		name: "grade",
		heading: words.columns.status,
		cell: ({ status }) => <span class={`tag ${status}`}>{words.statuses[status]}</span>,
	},
	{
		name: "fact",
		heading: words.columns.fact,
		cell: ({ fact, advice }) => (
			<>
				{fact}
				{advice !== null && <span class="muted"> {advice}</span>}
			</>
		),
	},
];

/** All that `sallyport doctor` looks at, the worst first. */
export function Checks() {
	const { api } = useDesk();
	const loaded = useLoaded((signal) => api("GET /health", { signal }), "");
	return (
		<Part name="checks" heading={words.heading} intro={words.intro} loaded={loaded}>
			{(examination) => (
				<Table
					caption={words.heading}
					columns={columns}
					rows={worstFirst(examination)}
					idOf={({ name }) => name}
					busy={loaded.isSlow}
				/>
			)}
		</Part>
	);
}
