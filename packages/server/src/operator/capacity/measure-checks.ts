import { fork } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import type { FirstReport } from "./temporary-service.ts";

/** Milliseconds. */
interface Durations {
	warmUp: number;
	checks: number;
}

/**
 * Checks per second by cookie and by token, and the bytes that the service takes after them. It runs in a process of its
 * own, so that service and client can use two cores.
 */
export async function measureChecks(durations: Durations) {
	await using opened = new AsyncDisposableStack();
	const program = fileURLToPath(new URL("./temporary-service.ts", import.meta.url));
	const service = fork(program, { execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
	const exited = once(service, "exit");
	opened.defer(async () => {
		if (service.connected) service.disconnect();
		await exited;
	});
	const nextReport = async <Report>(): Promise<Report> => {
		const [report] = await Promise.race([once(service, "message"), exited.then(() => [])]);
		if (report === undefined) throw new Error("The service to be measured ended too soon.");
		return report as Report;
	};

	const first = await nextReport<FirstReport>();
	if ("failure" in first) throw new Error(`The service to be measured did not start: ${first.failure}`);
	const { token } = await logIn(first, {});
	const { cookies } = await logIn(first, { session: true });
	const cookie = await measureRate(first.port, `Cookie: ${cookies}`, durations);
	const bearer = await measureRate(first.port, `Authorization: Bearer ${token}`, durations);
	service.send("resident");
	return { checks: { cookie, bearer }, resident: await nextReport<number>() };
}

async function logIn({ port, username, password }: Exclude<FirstReport, { failure: string }>, mode: object) {
	const base = `http://127.0.0.1:${port}/api/auth`;
	const first = await fetch(`${base}/csrf`);
	const { csrf } = (await first.json()) as { csrf: string };
	const response = await fetch(`${base}/login`, {
		method: "POST",
		headers: { "content-type": "application/json", csrf, cookie: cookiesOf(first) },
		body: JSON.stringify({ username, password, ...mode }),
	});
	if (response.status !== 200) throw new Error(`The login of the measurement failed: ${response.status}.`);
	const { token } = (await response.json()) as { token?: string };
	return { token, cookies: cookiesOf(response) };
}

/** A deleted cookie has no value. */
function cookiesOf(response: Response): string {
	const pairs = response.headers.getSetCookie().map((line) => line.split(";", 1)[0] ?? "");
	return pairs.filter((pair) => !pair.endsWith("=")).join("; ");
}

/** As many as keep one core busy. */
const CONNECTIONS = 16;

/** Uses bare sockets: an HTTP client would cost almost as much as the service that it measures. */
async function measureRate(port: number, header: string, { warmUp, checks }: Durations): Promise<number> {
	const request = `GET /api/auth/session HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\n${header}\r\n\r\n`;
	const begin = performance.now() + warmUp;
	const end = begin + checks;
	let counted = 0;
	async function checkRepeatedly(): Promise<void> {
		const socket = connect({ host: "127.0.0.1", port, noDelay: true }).setEncoding("latin1");
		socket.setTimeout(10_000, () => socket.destroy(new Error("The measured service does not respond.")));
		socket.write(request);
		let received = "";
		for await (const bytes of socket) {
			received += bytes;
			const [head = "", body] = received.split("\r\n\r\n", 2);
			if (body === undefined || body.length < Number(/^content-length: *(\d+)/im.exec(head)?.[1])) continue;
			if (!head.startsWith("HTTP/1.1 200 "))
				throw new Error(`A credential check failed: ${head.slice(9, 12)}.`);
			if (performance.now() >= end) return;
			if (performance.now() >= begin) counted += 1;
			received = "";
			socket.write(request);
		}
		throw new Error("The measured service closed a connection.");
	}
	await Promise.all(Array.from({ length: CONNECTIONS }, checkRepeatedly));
	return (counted * 1000) / checks;
}
