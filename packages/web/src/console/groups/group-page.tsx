import { consoleTexts } from "#texts/console.ts";
import { consoleGroupTexts as words } from "#texts/console-groups.ts";
import { useDesk } from "../desk.ts";
import { Missing } from "../missing.tsx";
import { ConsoleHeading } from "../parts/console-heading.tsx";
import { Failure } from "../parts/failure.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import { When } from "../parts/when.tsx";
import { findGroup } from "./find-group.ts";
import { GroupActs } from "./group-acts.tsx";
import { Members } from "./members.tsx";

export function GroupPage() {
	const { api, place, to } = useDesk();
	const [, name = ""] = place.path;
	const loaded = useLoaded((signal) => findGroup(api, name, signal), name);
	const { data: group, failure } = loaded;
	if (group === null) return <Missing />;
	return (
		<>
			<Failure failure={failure} again={() => void loaded.load()} />
			{loaded.isSlow && group === undefined && <p class="hint">{consoleTexts.loading}</p>}
			{group !== undefined && (
				<>
					<div class="top of-one">
						<div>
							<a class="back" href={to(["groups"])}>
								{words.title}
							</a>
							<ConsoleHeading title={name}>
								<bdi>{name}</bdi>
							</ConsoleHeading>
							<p class="facts">
								{group.description !== "" && <bdi>{group.description}</bdi>}
								<span>{words.membersAre(group.members)}</span>
								<span>
									{words.columns.added} <When iso={group.createdAt} past />
								</span>
							</p>
						</div>
						<GroupActs group={group} reload={loaded.load} />
					</div>
					<Members name={name} reload={loaded.load} />
				</>
			)}
		</>
	);
}
