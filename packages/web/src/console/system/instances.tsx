import type { InstanceList } from "@sallyport/client";
import { consoleSystemTexts } from "#texts/console-system.ts";
import { useDesk } from "../desk.ts";
import { type Column, Table } from "../parts/table.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { When } from "../parts/when.tsx";
import { Part } from "./part.tsx";

type Instance = InstanceList["instances"][number];

const words = consoleSystemTexts.instances;

const columns: Array<Column<Instance>> = [
	{ name: "host", heading: words.columns.host, cell: ({ host }) => <bdi>{host}</bdi> },
	{ name: "version", heading: words.columns.version, cell: ({ version }) => <code>{version}</code> },
	{ name: "started", heading: words.columns.started, cell: ({ startedAt }) => <When iso={startedAt} past /> },
	{ name: "seen", heading: words.columns.seen, cell: ({ seenAt }) => <When iso={seenAt} past /> },
];

export function Instances() {
	const { api } = useDesk();
	const loaded = useLoaded((signal) => api("GET /instances", { signal }), "");
	return (
		<Part name="instances" heading={words.heading} intro={words.intro} loaded={loaded}>
			{({ instances }) =>
				instances.length === 0 ? (
					<p class="hint">{words.none}</p>
				) : (
					<>
						{new Set(instances.map(({ version }) => version)).size > 1 && <p>{words.differ}</p>}
						<Table
							caption={words.heading}
							columns={columns}
							rows={instances}
							idOf={({ id }) => id}
							busy={loaded.isSlow}
						/>
					</>
				)
			}
		</Part>
	);
}
