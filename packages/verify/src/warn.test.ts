import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { it } from "node:test";
import { promisify } from "node:util";
import { createWarn } from "./warn.ts";

const run = promisify(execFile);

/** What a program prints that verifies three tokens, with these options. */
async function printed(issuer: string, options = ""): Promise<string[]> {
	const program = `
		import { createVerifier } from ${JSON.stringify(new URL("index.ts", import.meta.url))};
		const verifier = createVerifier({ issuer: ${JSON.stringify(issuer)}, timeout: 60_000, ${options} });
		const headers = { authorization: "Bearer " + [{ typ: "at+jwt", kid: "k", alg: "ES256" }, {}, {}]
			.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".") };
		for (let time = 0; time < 3; time += 1) console.log(await verifier.verify({ headers }).catch(({ code }) => code));
	`;
	const { stdout, stderr } = await run(process.execPath, ["--input-type=module", "--eval", program]);
	assert.equal(stdout, "service_unavailable\n".repeat(3));
	return stderr.split("\n").filter((line) => line !== "");
}

it("warns once that the service calls itself otherwise, unless the program has a report of its own", async (test) => {
	const service = createServer((_request, response) =>
		response.end(JSON.stringify({ issuer: "http://localhost:8400" })),
	);
	test.after(() => service.close());
	await once(service.listen(0, "127.0.0.1"), "listening");
	const issuer = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
	const metadata = `The metadata are those of http://localhost:8400, not of ${issuer}.`;
	assert.deepEqual(await printed(issuer), [`@sallyport/verify: ${issuer} cannot be used. ${metadata}`]);
	assert.deepEqual(await printed(issuer, "report() {}"), []);
	service.close();
	const [unreachable, ...more] = await printed(issuer);
	assert.match(String(unreachable), /fetch failed: .*ECONNREFUSED/);
	assert.deepEqual(more, []);
});

it("stops warning after twenty messages", (test) => {
	const warned: unknown[] = [];
	const { warn } = console;
	test.after(() => {
		console.warn = warn;
	});
	console.warn = (line) => warned.push(line);
	const warning = createWarn("https://login.example");
	for (let day = 0; day < 30; day += 1) warning(new Error(`list ${day}`));
	assert.equal(warned.length, 20);
});
