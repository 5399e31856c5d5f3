import { cheap } from "../../server/test/support/cheap-hashing.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../../server/test/support/service.ts";
import { conform } from "../src/conform.ts";
import { startTamperingProxy, type TamperingProxy } from "./tampering-proxy.ts";

export const admin = { name: "ada", password: ADMIN_PASSWORD };

const settings = {
	...cheap,
	SALLYPORT_OIDC: "on",
	SALLYPORT_OUTBOUND_ALLOW: "127.0.0.1/32",
	SALLYPORT_ACCOUNT_LOGINS: "100000",
};

export interface OpenidStage {
	service: TestService;
	proxy: TamperingProxy;
	examine(more?: object): ReturnType<typeof conform>;
	stop(): Promise<void>;
}

/** The provider's library reads the clock of the process. */
function takeClock() {
	const { now } = Date;
	let offset = 0;
	Date.now = () => now() + offset;
	return {
		forward(milliseconds: number): void {
			offset += milliseconds;
		},
		restore(): void {
			Date.now = now;
		},
	};
}

/** An OpenID provider whose only user is an admin with an address, behind a proxy that changes nothing until a test sets it. */
export async function startOpenidStage(databaseUrl: string, prefix: string): Promise<OpenidStage> {
	const clock = takeClock();
	const proxy = await startTamperingProxy(prefix);
	const service = await startTestService({
		databaseUrl,
		settings: { ...settings, SALLYPORT_BASE_URL: proxy.url },
	});
	proxy.target = service.port;
	await service.addUser(admin.name);
	const { users } = service.running.deployment.administration;
	await users.set(admin.name, { email: "ada@example.com" });
	await users.setRole(admin.name, "admin");
	// The first answer waits for the library and for new keys, on a busy machine for longer than a check does.
	await fetch(`${proxy.url}/oidc/.well-known/openid-configuration`);
	return {
		service,
		proxy,
		examine: (more = {}) =>
			conform({
				baseUrl: proxy.url,
				user: admin,
				openid: { withWaits: true, withBackchannel: true },
				clock: service.now,
				wait: async (milliseconds) => clock.forward(milliseconds),
				...more,
			}),
		async stop() {
			await service.stop();
			await proxy.stop();
			clock.restore();
		},
	};
}
