/** Every operation of the administration, used once well: what the contract says of it, what it asks of a database, what a package has. */
import type { Database } from "../../src/platform/database/tables.ts";
import type { Answer } from "./visitor.ts";

export interface GivenHere {
	body?: unknown;
	headers?: Record<string, string>;
	/** Where the route has a parameter; and where it has a second one. */
	id?: string;
	second?: string;
	/** After the question mark. */
	query?: string;
}

/** `route`: as in the contract. */
export type CallHere = (route: string, given?: GivenHere) => Promise<Answer>;

const A = "/api/admin";

/** The address of a route, after its method. */
export function addressIn(route: string, { id = "", second = "", query = "" }: GivenHere): string {
	const [, path = ""] = route.split(" ");
	return `${path.replace(/\{\w+\}/, id).replace(/\{\w+\}/, second)}?${query}`;
}

/** By an admin who has logged in just now. `failedMail`: the id of a mail that has failed. Ends every session. */
export async function useAdministration(call: CallHere, failedMail: () => Promise<string>): Promise<void> {
	const person = await useUsers(call);
	await useGroups(call, person);
	await useAccessKeys(call);
	await useClients(call, person);
	await useEvents(call, person);
	await useSystem(call, await failedMail());
	await endUsers(call, person);
	await call(`POST ${A}/sessions/end-all`, { body: { confirm: "end all sessions" } });
}

const madeIn = ({ text, body }: Answer): string => {
	const made = body?.user as { id: string } | undefined;
	if (made === undefined) throw new Error(text);
	return made.id;
};

const members = ({ body }: Answer, name: string) => (body?.[name] ?? []) as Array<Record<string, string>>;

async function useUsers(call: CallHere): Promise<string> {
	const body = { username: "annie", email: "annie@example.com", attributes: { team: "one" } };
	const headers = { "idempotency-key": "annie" };
	const made = await call(`POST ${A}/users`, { body, headers });
	await call(`POST ${A}/users`, { body, headers });
	const id = madeIn(made);
	for (const query of ["q=an&limit=1", "q=annie%40example.com&sort=-createdAt", ...filters])
		await call(`GET ${A}/users`, { query });
	const first = await call(`GET ${A}/users`, { query: "limit=1" });
	await call(`GET ${A}/users`, { query: `limit=1&cursor=${first.body?.next}` });
	await call(`GET ${A}/users/count`, { query: "state=invited" });
	for (const query of ["", "format=csv"]) await call(`GET ${A}/users/export`, { query });
	const rows = [{ username: "annie" }, { username: "bela", groups: [] }, 7];
	await call(`POST ${A}/users/import`, { query: "dryRun=true", body: { rows } });
	await call(`POST ${A}/users/import`, { body: { rows, invite: "none" } });
	await call(`POST ${A}/users/actions`, { body: { action: "unlock", ids: [id] } });
	for (const what of ["", "/factors", "/claims", "/export"]) await call(`GET ${A}/users/{id}${what}`, { id });
	await call(`PATCH ${A}/users/{id}`, { id, body: { username: "annie2", displayName: "Annie" } });
	for (const role of ["admin", "user"]) await call(`PUT ${A}/users/{id}/role`, { id, body: { role } });
	for (const act of ["disable", "enable", "unlock"]) await call(`POST ${A}/users/{id}/${act}`, { id });
	await call(`POST ${A}/users/{id}/invite`, { id, body: { deliver: "link" } });
	return id;
}

const filters = [
	"username=annie",
	"email=annie%40example.com",
	"externalId=7",
	"role=admin&kind=person",
	"role=user&state=active&secondFactor=off",
	"state=reset&inactiveSince=2026-01-31T09:15:00Z",
	"state=disabled",
];

async function useGroups(call: CallHere, person: string): Promise<void> {
	const body = { username: "otto", id: "0f9d3b52-1c7e-4d0a-9a53-6b1f0c2e8d47" };
	const other = madeIn(await call(`POST ${A}/users`, { body }));
	const id = "night-shift";
	for (const name of [id, "day-shift"]) await call(`POST ${A}/groups`, { body: { name } });
	await call(`GET ${A}/groups`, { query: "limit=1" });
	await call(`PATCH ${A}/groups/{name}`, { id, body: { description: "At night" } });
	await call(`POST ${A}/groups/{name}/members`, { id, body: { add: [person, other] } });
	await call(`GET ${A}/groups/{name}/members`, { id, query: "limit=1" });
	await call(`GET ${A}/users`, { query: `group=${id}` });
	await call(`POST ${A}/groups/{name}/delete`, { id, body: { confirm: id } });
}

async function useAccessKeys(call: CallHere): Promise<void> {
	const made = await call(`POST ${A}/users`, { body: { username: "robbie", kind: "service" } });
	const id = madeIn(made);
	const body = { name: "sync", scopes: ["sallyport:users:read"] };
	await call(`POST ${A}/users/{id}/access-keys`, { id, body });
	const key = await call(`POST ${A}/users/{id}/access-keys`, { id, body });
	await call(`GET ${A}/access-keys`, { query: `user=${id}&limit=1` });
	await call(`GET ${A}/access-keys`, {
		query: "expiringBefore=2126-01-31T09:15:00Z&unusedSince=2126-01-31T09:15:00Z&neverUsed=true",
	});
	await call(`POST ${A}/access-keys/{id}/end`, { id: String(key.body?.id) });
}

async function useClients(call: CallHere, person: string): Promise<void> {
	await call(`GET ${A}/client-templates`);
	const body = { template: "nextcloud", url: "https://cloud.example.com", id: "cloud" };
	const headers = { "idempotency-key": "cloud" };
	for (let times = 0; times < 2; times++) await call(`POST ${A}/clients`, { body, headers });
	const wiki = { id: "wiki", name: "Wiki", redirectUris: ["https://wiki.example.com/callback"] };
	await call(`POST ${A}/clients`, { body: wiki });
	for (const query of ["", "limit=1"]) await call(`GET ${A}/clients`, { query });
	const id = "wiki";
	await call(`GET ${A}/clients/{id}`, { id });
	await call(`PATCH ${A}/clients/{id}`, { id, body: { scopes: ["openid"], launchUrl: null } });
	const second = String((await call(`POST ${A}/clients/{id}/secrets`, { id, body: { days: 30 } })).body?.id);
	await call(`POST ${A}/clients/{id}/secrets/{secret}/end`, { id, second });
	for (const act of ["disable", "enable"]) await call(`POST ${A}/clients/{id}/${act}`, { id });
	await call(`GET ${A}/clients/{id}/users`, { id, query: "limit=1" });
	await call(`GET ${A}/users/{id}/applications`, { id: person, query: "limit=1" });
	await call(`POST ${A}/clients/{id}/delete`, { id, body: { confirm: id } });
}

async function useEvents(call: CallHere, person: string): Promise<void> {
	const last = `1.${person}`;
	await call(`GET ${A}/events/stream`, { query: "level=warn", headers: { "last-event-id": last } });
	await call(`GET ${A}/events/export`, { query: "since=2026-01-31T09:15:00Z" });
	const newest = members(await call(`GET ${A}/events`, { query: "limit=2" }), "events")[0];
	await call(`GET ${A}/events/{id}`, { id: String(newest?.id) });
	const actor = newest?.actorId ?? person;
	for (const query of [
		`user=${person},${actor}`,
		`actor=${actor}`,
		`user=${person}&actor=${actor}&event=user_created,user_updated`,
		"level=warn&address=127.&since=2026-01-31T09:15:00Z&until=2126-01-31T09:15:00Z",
		`session=${person}&request=${"x".repeat(22)}&client=wiki`,
	])
		await call(`GET ${A}/events`, { query });
}

async function useSystem(call: CallHere, failedMail: string): Promise<void> {
	await call(`GET ${A}/mails`, { query: "limit=1&state=failed" });
	// Before a link is ended, which may be that of this mail.
	await call(`POST ${A}/mails/{id}/retry`, { id: failedMail });
	const links = members(await call(`GET ${A}/setup-links`, { query: "limit=1" }), "setupLinks");
	await call(`POST ${A}/setup-links/{id}/end`, { id: String(links[0]?.id) });
	const me = (await call("GET /api/auth/session")).body;
	await call(`PATCH ${A}/users/{id}`, { id: String(me?.id), body: { email: "me@example.com" } });
	await call(`POST ${A}/mails/test`);
	await call(`GET ${A}/summary`, { query: "hours=2" });
	for (const what of ["settings", "health", "instances", "keys"]) await call(`GET ${A}/${what}`);
	for (const id of ["signing", "sealing"])
		await call(`POST ${A}/keys/{kind}/rotate`, { id, body: { force: true } });
	await call(`POST ${A}/keys/signing/replace`, { body: { confirm: "replace all signing keys" } });
}

async function endUsers(call: CallHere, person: string): Promise<void> {
	await call(`GET ${A}/sessions`, { query: "limit=1" });
	const sessions = members(await call(`GET ${A}/sessions`, { query: "limit=200" }), "sessions");
	await call(`GET ${A}/sessions`, { query: "kind=token&address=127." });
	await call(`GET ${A}/sessions`, { query: `state=ended&user=${person}&since=2026-01-31T09:15:00Z` });
	const own = (await call("GET /api/auth/session")).body?.id;
	const id = String(sessions.find(({ userId }) => userId !== own)?.id);
	await call(`GET ${A}/sessions/{id}`, { id });
	await call(`POST ${A}/sessions/{id}/end`, { id });
	await call(`POST ${A}/sessions/end`, { body: { userIds: [person] } });
	await call(`POST ${A}/users/{id}/reset`, { id: person, body: { deliver: "link", accessKeys: true } });
	await call(`POST ${A}/users/{id}/delete`, { id: person, body: { confirm: "annie2" } });
}

/** Makes a mail of the last days one that has failed. */
export async function failedMailOf(database: Database): Promise<string> {
	const newest = await database
		.selectFrom("deliveries")
		.select("id")
		.orderBy("created_at", "desc")
		.limit(1)
		.executeTakeFirstOrThrow();
	await database.updateTable("deliveries").set({ state: "failed" }).where("id", "=", newest.id).execute();
	return newest.id;
}
