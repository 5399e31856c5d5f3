/** What an API behind every gateway of examples/ learns of a program, and where one gets in whose key is limited to scopes. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { assertRefused, type GatewayWorld, type Header, toldTo } from "./gateway-world.ts";
import { addProgram, bearerOfProgram, type ProgramKey, SCOPES } from "./program-key.ts";

const [read = "", write = ""] = SCOPES.split(" ");
const ofKey = /^x.auth.(access.key.id|scope)$/;
const spoofed: Header[] = [
	["x-auth-access-key-id", "spoofed"],
	["x-auth-scope", `${read} ${write}`],
];

export function describePrograms(started: () => GatewayWorld): void {
	const authorizationOf = async (program: ProgramKey): Promise<Header> => [
		"authorization",
		(await bearerOfProgram(started().service, program)).authorization,
	];

	it("learns the access key of a program, and of a person none, whatever a client says", async () => {
		const { service, at, asBrowser, asProgram } = started();
		const program = await addProgram(service, "unlimited");
		const authorization = await authorizationOf(program);
		for (const path of ["/insight/", "/insight/reports", "/search"]) {
			const told = toldTo(await at(path, { headers: [...spoofed, authorization] }));
			assert.deepEqual(told.every(ofKey), [["x-auth-access-key-id", program.id]]);
			for (const who of [asBrowser(), asProgram()])
				assert.deepEqual(toldTo(await at(path, { headers: [who, ...spoofed] })).every(ofKey), []);
		}
	});

	it("is open to a limited key where its scope is required, and nowhere else", async () => {
		const { service, at } = started();
		const program = await addProgram(service, "reader", [read]);
		const reader = await authorizationOf(program);
		const writer = await authorizationOf(await addProgram(service, "writer", [write]));
		for (const path of ["/insight/reports", "/insight/reports/x", `/insight/reports?scope=${write}`]) {
			const told = toldTo(await at(path, { headers: [reader, ...spoofed] }));
			assert.deepEqual(told.every(ofKey), [
				["x-auth-access-key-id", program.id],
				["x-auth-scope", read],
			]);
			assertRefused(await at(path, { headers: [writer] }), "insufficient_scope");
		}
		for (const path of [
			"/insight",
			"/insight/",
			`/insight?scope=${read}`,
			"/insight/reportsx",
			"/insight/Reports",
			"/search/insight/reports",
			`/search?scope=${read}`,
		])
			assertRefused(await at(path, { headers: [reader, ...spoofed] }), "insufficient_scope");
	});
}
