import { consoleTexts } from "#texts/console.ts";
import { useDesk } from "../desk.ts";
import { Missing } from "../missing.tsx";
import { ConsoleHeading } from "../parts/console-heading.tsx";
import { Failure } from "../parts/failure.tsx";
import { useLoaded } from "../parts/use-loaded.ts";

export function UserPage() {
	const { api, place } = useDesk();
	const [, id = ""] = place.path;
	const loaded = useLoaded((signal) => api("GET /users/{id}", { id, signal }), id);
	if (loaded.failure?.code === "not_found") return <Missing />;
	if (loaded.data === undefined)
		return (
			<>
				<Failure failure={loaded.failure} again={() => void loaded.load()} />
				{loaded.isSlow && <p class="hint">{consoleTexts.loading}</p>}
			</>
		);
	return (
		<ConsoleHeading title={loaded.data.username}>
			<bdi>{loaded.data.username}</bdi>
		</ConsoleHeading>
	);
}
