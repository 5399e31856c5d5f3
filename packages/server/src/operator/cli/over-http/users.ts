import { randomUUID } from "node:crypto";
import { canonicalUsername, requireUsername } from "../../../identity/user/username.ts";
import { requireProfile } from "../../../operations/administration/apply-profile-change.ts";
import { unknownUser } from "../../../operations/administration/change-user.ts";
import type { Administered, DescribedUser } from "../administered.ts";
import { linkOf } from "../describe-link.ts";
import type { ConnectedService } from "./connect.ts";

/** Names are found first: paths have ids. Profiles are read here too, so that a mistake is reported in the same words. */
export function usersOf({ call, each, lines }: ConnectedService): Administered["users"] {
	async function find(name: string): Promise<DescribedUser> {
		const username = canonicalUsername(name);
		const found = username === null ? [] : (await call("GET /users", { query: { username } })).users;
		if (found[0] === undefined) throw unknownUser(name);
		return found[0];
	}

	const idOf = async (name: string) => ({ id: (await find(name)).id });

	return {
		find,
		async list(prefix = "") {
			const query = prefix === "" ? {} : { q: prefix };
			const found = await Array.fromAsync(each("GET /users", { query }));
			// One with an @ finds addresses too.
			return found.filter(({ username }) => username.startsWith(prefix));
		},
		async show(name) {
			const shown = await call("GET /users/{id}", await idOf(name));
			const { emailRefused, sessions, accessKeys: _, setupLinkExpiresAt, ...rest } = shown;
			const { closedToUnknownDevicesUntil: closedToStrangersUntil, ...user } = rest;
			return { ...user, emailRefused, sessions, setupLinkExpiresAt, closedToStrangersUntil };
		},
		async factors(name) {
			const user = await find(name);
			const { factors, ...codes } = await call("GET /users/{id}/factors", { id: user.id });
			const { recoveryCodes: left, recoveryCodesMadeAt: createdAt } = codes;
			return { user, factors, recoveryCodes: createdAt === null ? null : { left, createdAt } };
		},
		async export(name) {
			const { id } = await find(name);
			const document = await lines(`/users/${id}/export`);
			return (async function* () {
				for await (const line of document) yield `${line}\n`;
			})();
		},
		...changesOf({ call, find, idOf }),
	};
}

interface Found {
	call: ConnectedService["call"];
	find(name: string): Promise<DescribedUser>;
	idOf(name: string): Promise<{ id: string }>;
}

function changesOf({
	call,
	find,
	idOf,
}: Found): Omit<Administered["users"], "find" | "list" | "show" | "factors" | "export"> {
	return {
		async add({ name, passwordHash: _, profile, id, ...asked }) {
			requireUsername(name);
			const body = { ...requireProfile(profile), ...asked, username: name, ...(id && { id }) };
			const { user, ...link } = await call("POST /users", {
				body: body as never,
				idempotencyKey: randomUUID(),
			});
			return { user, ...linkOf(link) };
		},
		async set(name, profile, { username, join: addGroups, leave: removeGroups } = {}) {
			for (const groups of [addGroups, removeGroups]) requireProfile({ groups });
			if (username !== undefined) requireUsername(username);
			const body = { ...requireProfile(profile), username, addGroups, removeGroups };
			return call("PATCH /users/{id}", { ...(await idOf(name)), body: body as never });
		},
		async setRole(name, role) {
			await call("PUT /users/{id}/role", { ...(await idOf(name)), body: { role } });
		},
		async disable(name) {
			const { ended } = await call("POST /users/{id}/disable", await idOf(name));
			return { ended };
		},
		async enable(name) {
			await call("POST /users/{id}/enable", await idOf(name));
		},
		async unlock(name) {
			await call("POST /users/{id}/unlock", await idOf(name));
		},
		async remove(name) {
			const { id, username: confirm } = await find(name);
			await call("POST /users/{id}/delete", { id, body: { confirm } });
			return { id };
		},
		async reset(name, { deliver, secondFactor: factors, accessKeys }) {
			const body = { deliver, factors, accessKeys };
			const done = await call("POST /users/{id}/reset", { ...(await idOf(name)), body });
			const keys = accessKeys ? { accessKeys: done.accessKeys } : {};
			return { ended: done.ended, ...keys, ...linkOf(done), secondFactorDemanded: done.secondFactorDemanded };
		},
		async endSessions(name) {
			return call("POST /sessions/end", { body: { userIds: [(await idOf(name)).id] } });
		},
	};
}
