/** A service with an admin who registers applications. */
import assert from "node:assert/strict";
import { before } from "node:test";
import { createAdministrationWorld } from "./administration-world.ts";
import type { TestDatabase } from "./databases.ts";
import { rowsOf } from "./event-rows.ts";
import { countHeld, plantApplicationLogin, plantConsent, plantToken } from "./planted-applications.ts";
import type { Answer, Visitor } from "./visitor.ts";

export const path = "/api/admin/clients";

export function createApplicationWorld(database: TestDatabase) {
	const world = createAdministrationWorld(database);
	let admin: Awaited<ReturnType<typeof world.person>>;
	before(async () => {
		admin = await world.person("admin");
	});

	const clientIn = ({ status, text, body }: Answer) => {
		assert.ok(status < 300, `${status} ${text}`);
		return (body?.client ?? body) as Record<string, unknown> & { id: string; version: number };
	};
	/** The body that registers an application with an address. */
	const app = (more: object = {}) => {
		const name = world.newName();
		return { id: name, name, redirectUris: [`https://${name}.example.com/callback`], ...more };
	};

	return {
		...world,
		app,
		clientIn,
		admin: (): Visitor => admin.visitor,
		adminId: () => admin.id,

		async add(more: object = {}) {
			const answer = await admin.visitor.post(path, app(more));
			const secret = answer.body?.secret as Record<string, string> | null;
			return { answer, client: clientIn(answer), secret };
		},

		see: async (id: string) => clientIn(await admin.visitor.get(`${path}/${id}`)),

		/** Whom an application knows: one who agreed, is logged in to it, and has a token. */
		async userOf(clientId: string) {
			const { id, visitor } = await world.person();
			const { session } = (await visitor.get("/api/auth/session")).body as { session: { id: string } };
			const of = { userId: id, clientId };
			await plantConsent(world.service(), of, "openid profile");
			await plantApplicationLogin(world.service(), of, session.id);
			await plantToken(world.service(), of);
			return { id, held: () => countHeld(world.service(), id) };
		},

		eventsAbout: async (clientId: string) =>
			(await rowsOf(world.service())).filter(({ detail }) => detail.client === clientId),
	};
}
