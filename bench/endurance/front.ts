import { readFileSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { examples, isInstalled, startProgram } from "../../packages/server/test/support/examples.ts";
import { startRoundRobin } from "../../packages/server/test/support/round-robin.ts";
import { atEnd } from "../lib/at-end.ts";

export type FrontName = "nginx" | "round-robin";

export interface Front {
	/** What it had against an instance, in its own words, each time; most of it was mended by asking another one. */
	complaints(): string[];
	stop(): Promise<void>;
}

/** nginx where it is installed. */
export const frontHere = (): FrontName => (isInstalled("nginx") ? "nginx" : "round-robin");

/** Listens on `port` for the instances on `ports`. */
export async function startFront(
	name: FrontName,
	{ folder, port, ports }: { folder: string; port: number; ports: readonly number[] },
): Promise<Front> {
	if (name === "nginx") return startNginx({ folder, port, ports });
	const addresses = ports.map((each) => `http://127.0.0.1:${each}`);
	const { lost, stop } = await startRoundRobin({ addresses, port });
	return { complaints: () => lost, stop };
}

/** With the configuration that is recommended to operators: only ports and the number of instances are other ones. */
async function startNginx({
	folder,
	port,
	ports,
}: {
	folder: string;
	port: number;
	ports: readonly number[];
}): Promise<Front> {
	const example = readFileSync(join(examples, "nginx/sallyport.conf"), "utf8");
	const server = /^( *server 127\.0\.0\.1):8400( [^;]*)?;$/m;
	if (!server.test(example)) throw new Error("The example for nginx has no server line for Sallyport.");
	const site = example
		.replaceAll(":8080", `:${port}`)
		.replace(server, (_line, address: string, more = "") =>
			ports.map((each) => `${address}:${each}${more};`).join("\n"),
		);
	const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
		.map((kind) => `${kind}_temp_path ${folder}/${kind};`)
		.join(" ");
	writeFileSync(join(folder, "site.conf"), site);
	writeFileSync(
		join(folder, "nginx.conf"),
		`user ${userInfo().username}; pid ${folder}/pid; daemon off; events {} http { access_log off; ${temporary} include ${folder}/site.conf; }`,
	);
	const started = await startProgram("nginx", ["-e", "stderr", "-c", join(folder, "nginx.conf")], { port });
	const callOff = atEnd(() => process.kill(Number(readFileSync(join(folder, "pid"), "utf8")), "SIGTERM"));
	return {
		complaints: () => {
			const lines = started.printed().matchAll(/ \[(?:warn|error|crit)\] .*?: \*\d+ (.*?), client: /g);
			return Array.from(lines, ([, reason = ""]) => reason);
		},
		async stop() {
			callOff();
			await started.stop();
		},
	};
}
