import { consoleTexts } from "#texts/console.ts";
import { consoleUserPageTexts } from "#texts/console-user.ts";
import { Copyable } from "../../components/copyable.tsx";
import { useDesk } from "../desk.ts";
import { Failure } from "../parts/failure.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import type { OfUser } from "./of-user.ts";

const words = consoleUserPageTexts.token;

export function TokenTab({ user: { id, version } }: OfUser) {
	const { api } = useDesk();
	const claims = useLoaded((signal) => api("GET /users/{id}/claims", { id, signal }), `${id} ${version}`);
	return (
		<>
			<p class="hint">{words.intro}</p>
			<Failure failure={claims.failure} again={() => void claims.load()} />
			{claims.isSlow && claims.data === undefined && <p class="hint">{consoleTexts.loading}</p>}
			{claims.data !== undefined && (
				<Copyable text={JSON.stringify(claims.data, null, 2)} what={words.copy} />
			)}
		</>
	);
}
