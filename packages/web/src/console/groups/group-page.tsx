import { consoleGroupTexts as words } from "#texts/console-groups.ts";
import { useDesk } from "../desk.ts";
import { Missing } from "../missing.tsx";
import { Shown } from "../parts/shown.tsx";
import { TopOfOne } from "../parts/top-of-one.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { When } from "../parts/when.tsx";
import { findGroup } from "./find-group.ts";
import { GroupActs } from "./group-acts.tsx";
import { Members } from "./members.tsx";

export function GroupPage() {
	const { api, place } = useDesk();
	const [, name = ""] = place.path;
	const loaded = useLoaded((signal) => findGroup(api, name, signal), name);
	return (
		<Shown loaded={loaded}>
			{(group) =>
				group === null ? (
					<Missing />
				) : (
					<>
						<TopOfOne
							name={name}
							list={words.title}
							path={["groups"]}
							facts={
								<>
									{group.description !== "" && <bdi>{group.description}</bdi>}
									<span>{words.membersAre(group.members)}</span>
									<span>
										{words.columns.added} <When iso={group.createdAt} past />
									</span>
								</>
							}
						>
							<GroupActs group={group} reload={loaded.load} />
						</TopOfOne>
						<Members name={name} reload={loaded.load} />
					</>
				)
			}
		</Shown>
	);
}
