import type { Clock } from "../../platform/lib/clock.ts";
import { askRepeatedly } from "./ask-repeatedly.ts";

export interface ChecksPace {
	/** Credential checks per second, by cookie and by token. */
	cookie: number;
	bearer: number;
}

/** As many as keep one core busy; more would only wait. */
export const CONNECTIONS = 16;

interface Measured {
	port: number;
	username: string;
	password: string;
}

/** Logs in both ways, then asks who it is with each credential, over loopback HTTP. Durations in milliseconds. */
export async function measureChecks(
	service: Measured,
	durations: { warmUp: number; duration: number },
	clock: Clock,
): Promise<ChecksPace> {
	const { token } = await logIn(service, {});
	const { cookies } = await logIn(service, { session: true });
	const measure = (credential: string) =>
		askRepeatedly({
			port: service.port,
			request: `GET /api/auth/session HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n${credential}\r\n\r\n`,
			connections: CONNECTIONS,
			...durations,
			clock,
		});
	return {
		cookie: await measure(`Cookie: ${cookies}`),
		bearer: await measure(`Authorization: Bearer ${token}`),
	};
}

async function logIn({ port, username, password }: Measured, mode: { session?: true }) {
	const base = `http://127.0.0.1:${port}/api/auth`;
	const first = await fetch(`${base}/csrf`);
	const { csrf = "" } = (await first.json()) as { csrf?: string };
	const answer = await fetch(`${base}/login`, {
		method: "POST",
		headers: { "content-type": "application/json", csrf, cookie: cookiesOf(first) },
		body: JSON.stringify({ username, password, ...mode }),
	});
	if (answer.status !== 200) throw new Error(`The login of the measurement was answered ${answer.status}.`);
	const { token = "" } = (await answer.json()) as { token?: string };
	return { token, cookies: cookiesOf(answer) };
}

/** Those that were set; what is taken back has no value. */
function cookiesOf(answer: Response): string {
	const pairs = answer.headers.getSetCookie().map((line) => line.split(";", 1)[0] ?? "");
	return pairs.filter((pair) => !pair.endsWith("=")).join("; ");
}
