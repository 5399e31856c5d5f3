import { useDesk } from "../desk.ts";
import { NameChip } from "./name-chip.tsx";
import { useLoaded } from "./use-loaded.ts";
import { usersLike } from "./users-like.ts";

/** A filter by one user: typed and shown by name, kept in the address by id. */
export function UserChip({ name, label }: { name: string; label: string }) {
	const { api, place } = useDesk();
	const id = place.query.get(name) ?? "";
	// Where no user has that id, it may be of an access key, or of a user who is gone.
	const shown = useLoaded(async (signal) => {
		if (id === "") return "";
		return api("GET /users/{id}", { id, signal }).then(
			({ username }) => username,
			() => id.slice(0, 8),
		);
	}, id);
	return (
		<NameChip
			name={name}
			label={label}
			shown={shown.data ?? ""}
			find={async (text, signal) =>
				(await usersLike(api, text, { signal })).map(({ id, username }) => ({ value: id, name: username }))
			}
		/>
	);
}
