import type { FunctionComponent } from "preact";
import { consoleApplicationTexts as words } from "#texts/console-applications.ts";
import { useDesk } from "../desk.ts";
import { Missing } from "../missing.tsx";
import { Shown } from "../parts/shown.tsx";
import { Tabs } from "../parts/tabs.tsx";
import { TopOfOne } from "../parts/top-of-one.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { ClientActs } from "./client-acts.tsx";
import { State } from "./clients-page.tsx";
import { ConnectionTab } from "./connection-tab.tsx";
import type { OfClient } from "./of-client.ts";
import { SettingsTab } from "./settings-tab.tsx";
import { UsersTab } from "./users-tab.tsx";

const tabs: Record<keyof typeof words.tabs, FunctionComponent<OfClient>> = {
	connection: ConnectionTab,
	settings: SettingsTab,
	users: UsersTab,
};

export function ClientPage() {
	const { api, place } = useDesk();
	const [, , id = ""] = place.path;
	const loaded = useLoaded((signal) => api("GET /clients/{id}", { id, signal }), id);
	if (loaded.failure?.code === "not_found") return <Missing />;
	return (
		<Shown loaded={loaded}>
			{(client) => (
				<>
					<TopOfOne
						name={client.name}
						list={words.title}
						path={["integrations", "clients"]}
						facts={
							<>
								<State state={client.state} />
								<span>{words.kinds[client.kind]}</span>
							</>
						}
					>
						<ClientActs client={client} reload={loaded.load} />
					</TopOfOne>
					<Tabs
						label={words.tabsLabel}
						names={words.tabs}
						parts={tabs}
						given={{ client, reload: loaded.load }}
					/>
				</>
			)}
		</Shown>
	);
}
