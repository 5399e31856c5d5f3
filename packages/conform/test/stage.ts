import { cheap } from "../../server/test/support/cheap-hashing.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../../server/test/support/service.ts";
import { conform } from "../src/conform.ts";
import { startTamperingProxy, type TamperingProxy } from "./tampering-proxy.ts";

export const user = { name: "ada", password: ADMIN_PASSWORD };
/** Each run guesses twice. */
const lenient = {
	SALLYPORT_ACCOUNT_FAILURES: "1000",
	SALLYPORT_ACCOUNT_LOGINS: "100000",
	SALLYPORT_ADDRESS_FAILURES: "100000",
	SALLYPORT_CONSECUTIVE_FAILURES: "10000",
};

const mailThatNeverArrives = {
	SALLYPORT_MAIL_URL: "smtp://localhost:1",
	SALLYPORT_MAIL_FROM: "login@example.com",
};

export interface Stage {
	service: TestService;
	proxy: TamperingProxy;
	examine(more?: object): ReturnType<typeof conform>;
	stop(): Promise<void>;
}

/**
 * A service with one user, behind a proxy that changes nothing until a test sets it. With a certificate, its tokens have more
 * claims, it sends mail, and the user is an admin.
 */
export async function startStage(prefix = "", certificate?: { key: string; cert: string }): Promise<Stage> {
	const proxy = await startTamperingProxy(prefix, certificate);
	const claims = certificate === undefined ? {} : { SALLYPORT_TOKEN_CLAIMS: "groups,email,name,department" };
	const mail = certificate === undefined ? {} : mailThatNeverArrives;
	const settings = { ...cheap, ...lenient, ...claims, ...mail, SALLYPORT_BASE_URL: proxy.url };
	const service = await startTestService({ settings });
	proxy.target = service.port;
	await service.addUser(user.name);
	const { users, groups } = service.running.deployment.administration;
	await groups.add("analysts");
	const profile = { email: "ada@example.com", groups: ["analysts"], attributes: { department: "sales" } };
	await users.set(user.name, profile);
	if (certificate !== undefined) await users.setRole(user.name, "admin");
	return {
		service,
		proxy,
		examine(more = {}) {
			// A user gets five copies of their data an hour.
			service.travel(3_600_000);
			return conform({
				baseUrl: proxy.url,
				user,
				clock: service.now,
				wait: async (milliseconds) => service.travel(milliseconds),
				...more,
			});
		},
		async stop() {
			await service.stop();
			await proxy.stop();
		},
	};
}
