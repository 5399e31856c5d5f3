import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { it } from "node:test";
import { makeSelfSigned } from "../../../test/support/self-signed.ts";
import { trusted } from "../../../test/support/trusted-certificate.ts";
import { createGuardedPost } from "./guarded-post.ts";

const never = new AbortController().signal;

async function listen(answer: (response: ServerResponse) => void) {
	const server = createServer((_request, response) => answer(response));
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	const stop = () => {
		server.close();
		server.closeAllConnections();
	};
	return { url: `http://127.0.0.1:${port}/`, named: `http://localhost:${port}/`, stop };
}

// Proves: sso-outbound
it("no address of a private network, of this machine or of none is connected to, however it is written", async () => {
	const post = createGuardedPost([]);
	for (const host of [
		"127.0.0.1",
		"2130706433",
		"0x7f.1",
		"localhost",
		"[::1]",
		"[::ffff:127.0.0.1]",
		"[::ffff:7f00:1]",
		"[::ffff:0:127.0.0.1]",
		"169.254.169.254",
		"[fe80::1]",
		"[fec0::1]",
		"10.0.0.1",
		"172.16.0.1",
		"192.168.1.1",
		"100.64.0.1",
		"0.0.0.0",
		"[::]",
		"[fd00::1]",
		"[64:ff9b::7f00:1]",
		"224.0.0.1",
	])
		assert.deepEqual(await post(`http://${host}:1/`, {}, never), { failure: "address_forbidden" }, host);
});

it("a listed address is connected to, and its answer is read to a limit, without following it", async () => {
	const post = createGuardedPost(["127.0.0.0/8", "::1/128"]);
	const redirecting = await listen((response) =>
		response.writeHead(302, { location: "http://10.0.0.1/" }).end(),
	);
	assert.deepEqual(await post(redirecting.url, {}, never), { status: 302 });
	assert.deepEqual(await post(redirecting.named, {}, never), { status: 302 });
	redirecting.stop();
	const endless = await listen((response) => {
		response.writeHead(200);
		const write = () => {
			while (response.write(Buffer.alloc(65_536)));
		};
		response.on("drain", write);
		response.on("error", () => {});
		write();
	});
	assert.deepEqual(await post(endless.url, {}, never), { status: 200 });
	endless.stop();
	const { url, stop } = await listen(() => {});
	stop();
	assert.deepEqual(await post(url, {}, never), { failure: "econnrefused" });
});

it("an answer that never comes ends with the caller's patience", async () => {
	const silent = await listen(() => {});
	const patience = new AbortController();
	const posted = createGuardedPost(["127.0.0.1"])(silent.url, {}, patience.signal);
	patience.abort();
	assert.deepEqual(await posted, { failure: "timeout" });
	silent.stop();
});

it("a receiver by TLS gets the form if its certificate is trusted, and nothing if it is not", async () => {
	const post = createGuardedPost(["127.0.0.0/8", "::1/128"]);
	const outcomeOf = async ({ key, cert }: { key: string; cert: string }) => {
		const received: string[] = [];
		const server = createTlsServer({ key, cert }, (request, response) => {
			request.setEncoding("utf8").on("data", (text) => received.push(text));
			request.on("end", () => response.end());
		});
		server.listen(0, "127.0.0.1");
		await once(server, "listening");
		const { port } = server.address() as AddressInfo;
		const posted = await post(`https://localhost:${port}/`, { logout_token: "a.b.c" }, never);
		server.close();
		return { posted, received: received.join("") };
	};
	assert.deepEqual(await outcomeOf(trusted), { posted: { status: 200 }, received: "logout_token=a.b.c" });
	const { posted, received } = await outcomeOf(makeSelfSigned());
	assert.ok("failure" in posted);
	assert.equal(received, "");
});
