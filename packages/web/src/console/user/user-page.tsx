import type { FunctionComponent } from "preact";
import { consoleTexts } from "#texts/console.ts";
import { consoleUserPageTexts as words } from "#texts/console-user.ts";
import { consoleUserTexts } from "#texts/console-users.ts";
import { useDesk } from "../desk.ts";
import { Missing } from "../missing.tsx";
import { ConsoleHeading } from "../parts/console-heading.tsx";
import { Failure } from "../parts/failure.tsx";
import { Tabs } from "../parts/tabs.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { State } from "../users/user-columns.tsx";
import { AccessTab } from "./access-tab.tsx";
import { ApplicationsTab } from "./applications-tab.tsx";
import { EventsTab } from "./events-tab.tsx";
import type { OfUser } from "./of-user.ts";
import { ProfileTab } from "./profile-tab.tsx";
import { SessionsTab } from "./sessions-tab.tsx";
import { TokenTab } from "./token-tab.tsx";
import { UserActs } from "./user-acts.tsx";

const tabs: Record<keyof typeof words.tabs, FunctionComponent<OfUser>> = {
	profile: ProfileTab,
	access: AccessTab,
	sessions: SessionsTab,
	applications: ApplicationsTab,
	events: EventsTab,
	token: TokenTab,
};

export function UserPage() {
	const { api, place, to, page } = useDesk();
	const [, id = ""] = place.path;
	const loaded = useLoaded((signal) => api("GET /users/{id}", { id, signal }), id);
	const { data: user, failure } = loaded;
	if (failure?.code === "not_found") return <Missing />;
	const asked = place.query.get("tab") ?? "";
	const tab = Object.hasOwn(tabs, asked) ? (asked as keyof typeof tabs) : "profile";
	const Tab = tabs[tab];
	return (
		<>
			<Failure failure={failure} again={() => void loaded.load()} />
			{loaded.isSlow && user === undefined && <p class="hint">{consoleTexts.loading}</p>}
			{user !== undefined && (
				<>
					<div class="top of-one">
						<div>
							<a class="back" href={to(["users"])}>
								{words.back}
							</a>
							<ConsoleHeading title={user.username}>
								<bdi>{user.username}</bdi>
							</ConsoleHeading>
							<p class="facts">
								{user.displayName !== "" && user.displayName !== user.username && (
									<bdi>{user.displayName}</bdi>
								)}
								<State state={user.state} />
								{user.role === "admin" && <span class="tag here">{consoleUserTexts.roles.admin}</span>}
								{user.kind === "service" && <span class="tag">{consoleUserTexts.kinds.service}</span>}
								{user.username === page.username && <span class="tag">{words.you}</span>}
							</p>
						</div>
						<UserActs user={user} reload={loaded.load} />
					</div>
					<Tabs label={words.tabsLabel} tabs={words.tabs} present={tab} />
					<Tab user={user} reload={loaded.load} />
				</>
			)}
		</>
	);
}
