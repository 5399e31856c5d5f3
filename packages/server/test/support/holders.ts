/** What an application got from a user: tokens, and a code that it has not redeemed. */
import { after, before } from "node:test";
import { type Application, addApplication, agree, type enter, follow, ONLY_ON } from "./application.ts";
import { cheap } from "./cheap-hashing.ts";
import type { TestDatabase } from "./databases.ts";
import { startTestService, type TestService } from "./service.ts";
import type { Visitor } from "./visitor.ts";

export interface Held {
	visitor: Visitor;
	userId: string;
	name: string;
	charts: Application;
	tokens: Awaited<ReturnType<typeof enter>>;
	/** Begun and not redeemed: what waits between code and token. */
	code: () => Promise<unknown>;
	sessionId: string;
}

/** Two instances, and users that an application has got something from. */
export function createHolders(database: TestDatabase) {
	let service: TestService;
	let other: TestService;
	let users_ = 0;
	before(async () => {
		const settings = { ...cheap, ...ONLY_ON, SALLYPORT_OIDC_OFFLINE_MAXIMUM: "365d" };
		service = await startTestService({ databaseUrl: await database.url(), settings });
		other = await startTestService({
			databaseUrl: await database.url(),
			settings: { ...settings, SALLYPORT_BASE_URL: service.baseUrl },
		});
		await service.running.deployment.administration.groups.add("staff");
	});
	after(async () => {
		await other.stop();
		await service.stop();
	});

	async function hold(offlineDays = 0): Promise<Held> {
		users_ += 1;
		const name = `user-${users_}`;
		const { id: userId } = await service.addUser(name);
		await service.running.deployment.administration.groups.move("staff", {
			join: [{ id: userId }],
			leave: [],
		});
		const charts = await addApplication(service, {
			allowedGroups: ["staff"],
			scopes: ["openid", "profile", "offline_access"],
			offlineDays,
		});
		const visitor = await service.loggedIn(name);
		const parameters =
			offlineDays > 0
				? { scope: "openid profile offline_access", prompt: "consent" }
				: { scope: "openid profile" };
		const first = await charts.begin(parameters);
		const tokens = await first.redeem(await agree(service, visitor, first));
		const begun = await charts.begin({ scope: "openid profile" });
		const back = (await follow(service, visitor, begun.url)).at;
		const me = await visitor.get("/api/auth/session");
		const sessionId = String((me.body?.session as { id: string } | undefined)?.id);
		return { visitor, userId, name, charts, tokens, code: () => begun.redeem(back), sessionId };
	}

	return { service: () => service, other: () => other, hold };
}
