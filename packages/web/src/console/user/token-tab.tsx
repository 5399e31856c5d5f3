import { consoleUserPageTexts } from "#texts/console-user.ts";
import { Copyable } from "../../components/copyable.tsx";
import { useDesk } from "../desk.ts";
import { Shown } from "../parts/shown.tsx";
import { useLoaded } from "../parts/use-loaded.ts";
import type { OfUser } from "./of-user.ts";

const words = consoleUserPageTexts.token;

export function TokenTab({ user: { id, version } }: OfUser) {
	const { api } = useDesk();
	const claims = useLoaded((signal) => api("GET /users/{id}/claims", { id, signal }), `${id} ${version}`);
	return (
		<>
			<p class="hint">{words.intro}</p>
			<Shown loaded={claims}>
				{(data) => <Copyable text={JSON.stringify(data, null, 2)} what={words.copy} />}
			</Shown>
		</>
	);
}
