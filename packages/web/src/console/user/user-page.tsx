import type { FunctionComponent } from "preact";
import { consoleUserPageTexts as words } from "#texts/console-user.ts";
import { consoleUserTexts } from "#texts/console-users.ts";
import { useDesk } from "../desk.ts";
import { Missing } from "../missing.tsx";
import { Shown } from "../parts/shown.tsx";
import { Tabs } from "../parts/tabs.tsx";
import { TopOfOne } from "../parts/top-of-one.tsx";
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
	const { api, place, page } = useDesk();
	const [, id = ""] = place.path;
	const loaded = useLoaded((signal) => api("GET /users/{id}", { id, signal }), id);
	if (loaded.failure?.code === "not_found") return <Missing />;
	return (
		<Shown loaded={loaded}>
			{(user) => (
				<>
					<TopOfOne
						name={user.username}
						list={words.back}
						path={["users"]}
						facts={
							<>
								{user.displayName !== "" && user.displayName !== user.username && (
									<bdi>{user.displayName}</bdi>
								)}
								<State state={user.state} />
								{user.role === "admin" && <span class="tag here">{consoleUserTexts.roles.admin}</span>}
								{user.kind === "service" && <span class="tag">{consoleUserTexts.kinds.service}</span>}
								{user.username === page.username && <span class="tag">{words.you}</span>}
							</>
						}
					>
						<UserActs user={user} reload={loaded.load} />
					</TopOfOne>
					<Tabs
						label={words.tabsLabel}
						names={words.tabs}
						parts={tabs}
						given={{ user, reload: loaded.load }}
					/>
				</>
			)}
		</Shown>
	);
}
