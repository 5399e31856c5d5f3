/** An application on this machine, to which a real browser comes back. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { addApplication, type Begun } from "./application.ts";
import type { TestService } from "./service.ts";

export interface LoopbackApplication {
	id: string;
	name: string;
	origin: string;
	/** Where it sends a user to log in. */
	loginAddress(parameters?: Record<string, string>): Promise<string>;
	/** With what the last user came back. */
	returned(): URLSearchParams;
	/** What the code of that user is good for. */
	redeem(): ReturnType<Begun["redeem"]>;
	stop(): Promise<void>;
}

export async function startApplication(
	service: TestService,
	asked: NonNullable<Parameters<typeof addApplication>[1]> & { name: string },
): Promise<LoopbackApplication> {
	const { name } = asked;
	let back = "";
	const server = createServer((request, response) => {
		if (request.url?.startsWith("/callback") === true) back = `${origin}${request.url}`;
		response.setHeader("content-type", "text/html; charset=utf-8");
		response.end(`<!doctype html><html lang="en"><title>${name}</title><h1>Back at ${name}</h1>`);
	});
	await once(server.listen(0, "127.0.0.1"), "listening");
	const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const application = await addApplication(service, { ...asked, redirectUris: [`${origin}/callback`] });
	let begun: Begun | null = null;
	return {
		id: application.id,
		name,
		origin,
		async loginAddress(parameters) {
			begun = await application.begin(parameters);
			return begun.url.href;
		},
		returned: () => new URL(back).searchParams,
		async redeem() {
			if (begun === null) throw new Error("No login has begun.");
			return begun.redeem(back);
		},
		async stop() {
			server.closeAllConnections();
			server.close();
			await once(server, "close");
		},
	};
}
