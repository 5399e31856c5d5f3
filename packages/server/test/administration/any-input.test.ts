// At length: thousands of requests.
/** Each operation of the contract, called by an admin with what its schema permits and what is near it. A failure prints its seed. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import fc from "fast-check";
import type { Contract, Operation } from "../../../../scripts/check/contract/document.ts";
import { usersOf } from "../support/administration.ts";
import { addApplication, ONLY_ON } from "../support/application.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { createContractCheck } from "../support/contract-check.ts";
import { forEachDatabase } from "../support/databases.ts";
import { type Known, nearSchema, strange } from "../support/near-schema.ts";
import { startTestService, type TestService } from "../support/service.ts";
import type { Visitor } from "../support/visitor.ts";

const RUNS = 10;
/** It ends when the client does. */
const endless = "/api/admin/events/stream";

interface Sent {
	path: Record<string, unknown>;
	query: Record<string, unknown>;
	headers: Record<string, unknown>;
	body: unknown;
}

const toText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** What HTTP permits in a header. */
const inHeader = (value: unknown) =>
	toText(value)
		.replaceAll(/[^\x20-\x7e]/g, "?")
		.trim();

/** As a segment of a path; a client would resolve "..", and "" is another route. */
const inPath = (value: unknown) =>
	encodeURIComponent(toText(value).toWellFormed()).replace(/^\.*$/, (dots) => `${dots}_`);

const withTexts = (values: Record<string, unknown>, write: (value: unknown) => string) =>
	Object.fromEntries(Object.entries(values).map(([name, value]) => [name, write(value)]));

forEachDatabase("an admin who sends anything", (database) => {
	let service: TestService;
	let contract: Contract;
	let admins = 0;
	before(async () => {
		const settings = { ...cheap, ...ONLY_ON };
		service = await startTestService({ databaseUrl: await database.url(), settings });
		contract = (await service.visitor().get("/openapi.json")).body as unknown as Contract;
	});
	after(() => service.stop());

	/** A new one, because a request may have ended the one before. */
	async function loggedInAdmin(): Promise<Visitor> {
		admins += 1;
		const name = `admin-${admins}`;
		await service.addUser(name);
		await usersOf(service).setRole(name, "admin");
		return service.loggedIn(name);
	}

	/** Ids and names that exist, so that not every request ends at an unknown one. */
	async function known(admin: Visitor): Promise<Known> {
		const { id } = await service.addUser(`user-${admins}`);
		const groups = [`group-${admins}`];
		await admin.post("/api/admin/groups", { name: groups[0] });
		const { id: client } = await addApplication(service, { trusted: true });
		const { body } = await admin.get("/api/admin/sessions?limit=3");
		const sessions = ((body?.sessions ?? []) as { id: string }[]).map((row) => row.id);
		return {
			...{ id: [id, client, ...sessions], user: [id], client: [client], session: sessions },
			...{ name: groups, group: groups, groups, kind: ["signing", "sealing", "person", "service"] },
		};
	}

	/** Requests to one operation. Those of DELETE have no body: Node would send it without its length, as the next request. */
	function requestsTo(
		method: string,
		{ parameters = [], requestBody }: Operation,
		values: Known,
	): fc.Arbitrary<Sent> {
		const { near } = nearSchema(contract, values);
		const of = (place: string) =>
			parameters
				.filter((each) => each.in === place)
				.map(({ name, schema = {} }) => [name, near(schema, name)] as const);
		const schema = requestBody?.content["application/json"]?.schema;
		const none = fc.constant(undefined);
		const undeclared = method === "delete" ? none : fc.oneof({ weight: 9, arbitrary: none }, strange);
		return fc.record({
			path: fc.record(Object.fromEntries(of("path"))),
			query: fc.record(Object.fromEntries([...of("query"), ["undeclared", strange]]), { requiredKeys: [] }),
			headers: fc.record(Object.fromEntries(of("header")), { requiredKeys: [] }),
			body: schema === undefined ? undeclared : near(schema, ""),
		});
	}

	it("gets an answer that the contract names, from each operation", async () => {
		const check = createContractCheck(contract);
		for (const [address, item] of Object.entries(contract.paths)) {
			if (address === endless) continue;
			for (const [method, operation] of Object.entries(item)) {
				const route = `${method.toUpperCase()} ${address}`;
				let admin = await loggedInAdmin();
				const property = fc.asyncProperty(
					requestsTo(method, operation, await known(admin)),
					async ({ path, query, headers, body }) => {
						if ((await admin.get("/api/auth/check")).status !== 204) admin = await loggedInAdmin();
						const where = address.replaceAll(/\{(\w+)\}/g, (_, name) => inPath(path[name]));
						const words = new URLSearchParams(withTexts(query, toText));
						const sent = withTexts(headers, inHeader);
						const answer = await (method === "get"
							? admin.get(`${where}?${words}`, sent)
							: admin.send(method.toUpperCase(), `${where}?${words}`, body, sent));
						check.assertAsDescribed(route, answer);
					},
				);
				await fc.assert(property, { numRuns: RUNS });
			}
		}
		assert.deepEqual(
			service.logged.filter((line) => "err" in line),
			[],
		);
	});
});
