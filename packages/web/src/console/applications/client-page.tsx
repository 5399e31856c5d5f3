import "../../styles/console/applications.css";
import type { FunctionComponent } from "preact";
import { consoleTexts } from "#texts/console.ts";
import { consoleApplicationTexts as words } from "#texts/console-applications.ts";
import { useDesk } from "../desk.ts";
import { Missing } from "../missing.tsx";
import { ConsoleHeading } from "../parts/console-heading.tsx";
import { Failure } from "../parts/failure.tsx";
import { Tabs } from "../parts/tabs.tsx";
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
	const { api, place, to } = useDesk();
	const [, , id = ""] = place.path;
	const loaded = useLoaded((signal) => api("GET /clients/{id}", { id, signal }), id);
	const { data: client, failure } = loaded;
	if (failure?.code === "not_found") return <Missing />;
	const asked = place.query.get("tab") ?? "";
	const tab = Object.hasOwn(tabs, asked) ? (asked as keyof typeof tabs) : "connection";
	const Tab = tabs[tab];
	return (
		<>
			<Failure failure={failure} again={() => void loaded.load()} />
			{loaded.isSlow && client === undefined && <p class="hint">{consoleTexts.loading}</p>}
			{client !== undefined && (
				<>
					<div class="top of-one">
						<div>
							<a class="back" href={to(["integrations", "clients"])}>
								{words.title}
							</a>
							<ConsoleHeading title={client.name}>
								<bdi>{client.name}</bdi>
							</ConsoleHeading>
							<p class="facts">
								<State state={client.state} />
								<span>{words.kinds[client.kind]}</span>
							</p>
						</div>
						<ClientActs client={client} reload={loaded.load} />
					</div>
					<Tabs label={words.tabsLabel} tabs={words.tabs} present={tab} />
					<Tab client={client} reload={loaded.load} />
				</>
			)}
		</>
	);
}
