import type { SallyportError } from "../../../../../client/src/error.ts";
import { canonicalUsername } from "../../../identity/user/username.ts";
import type { MailFilter } from "../../../platform/outbox/delivery-state.ts";
import type { Service } from "../administered.ts";
import type { Server } from "../take-server.ts";
import { applicationsOf } from "./applications.ts";
import { type ConnectedService, connectToService } from "./connect.ts";
import { eventsOf } from "./events.ts";
import { groupsOf } from "./groups.ts";
import { usersOf } from "./users.ts";

/** A command that reaches its deployment over HTTP, with an access key. */
export async function withService<T>(server: Server, work: (service: Service) => Promise<T>): Promise<T> {
	const connected = connectToService(server);
	const users = usersOf(connected);
	try {
		return await work({
			users,
			groups: groupsOf(connected, users),
			applications: applicationsOf(connected, users),
			sessions: sessionsOf(connected),
			events: eventsOf(connected),
			mails: mailsOf(connected),
			keys: keysOf(connected),
			settings: async () => (await connected.call("GET /settings")).settings,
			examine: async () =>
				(await connected.call("GET /health")).checks.map(({ title: _title, ...check }) => check),
			actsAs: canonicalUsername(connected.username),
		});
	} finally {
		await connected.close();
	}
}

function sessionsOf({ call, each }: ConnectedService): Service["sessions"] {
	return {
		async list(userId) {
			const query = userId === undefined ? {} : { user: userId };
			const found = await Array.fromAsync(each("GET /sessions", { query }));
			const sessions = found.map(({ endedAt: _at, endReason: _why, ...session }) => session);
			// The service lists those first that end last.
			return sessions.sort(
				(one, other) => compare(other.lastSeenAt, one.lastSeenAt) || compare(other.id, one.id),
			) as Awaited<ReturnType<Service["sessions"]["list"]>>;
		},
		async end(id) {
			await call("POST /sessions/{id}/end", { id });
		},
		endAll: () => call("POST /sessions/end-all", { body: { confirm: "end all sessions" } }),
	};
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

function mailsOf({ call, each }: ConnectedService): Service["mails"] {
	async function list(most: number, { state, userId }: MailFilter) {
		const query = { ...(state && { state }), ...(userId && { user: userId }) };
		const found = [];
		for await (const mail of each("GET /mails", { query })) {
			found.push(mail);
			if (found.length === most) break;
		}
		return found;
	}

	async function retryAll(): Promise<{ retried: number; left: number }> {
		let [retried, left] = [0, 0];
		for (const { id } of await list(Number.POSITIVE_INFINITY, { state: "failed" })) {
			try {
				await call("POST /mails/{id}/retry", { id });
				retried++;
			} catch (error) {
				const { code } = error as Partial<SallyportError>;
				if (code === "state_conflict") left++;
				// Another operator did so in between.
				else if (code !== "not_found") throw error;
			}
		}
		return { retried, left };
	}

	return {
		list,
		async retry(id) {
			if (id === undefined) return retryAll();
			await call("POST /mails/{id}/retry", { id });
			return { retried: 1, left: 0 };
		},
	};
}

function keysOf({ call }: ConnectedService): Service["keys"] {
	return {
		async list() {
			// An earlier release does not know those of applications.
			const { signing, applications = [] } = await call("GET /keys");
			return { signing, applications };
		},
		async rotate(kind, force, active) {
			const body = { force, ...(active !== undefined && { active }) };
			const rotated = await call("POST /keys/{kind}/rotate", { kind, body });
			// An earlier release does not know them.
			return { ...rotated, applications: rotated.applications ?? null };
		},
	};
}
