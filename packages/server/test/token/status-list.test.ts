import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { usersOf } from "../support/administration.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { onSqlite } from "../support/databases.ts";
import { opened } from "../support/forge.ts";
import { bearerOf } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import { isRevoked, listAddresses, placeOf } from "../support/status-lists.ts";

const second = 1000;
const day = 86_400 * second;

onSqlite("status lists", (database) => {
	let service: TestService;
	let users = 0;
	let name: string;
	before(async () => {
		service = await startTestService({ databaseUrl: await database.url(), settings: cheap });
	});
	after(() => service.stop());

	async function newUser(): Promise<void> {
		users += 1;
		name = `user${users}`;
		await service.addUser(name);
	}
	const logIn = async () => {
		const answer = await service.visitor().logIn(name, ADMIN_PASSWORD);
		return { headers: bearerOf(answer), place: placeOf(answer) };
	};
	const pathOf = (uri: string) => uri.slice(service.baseUrl.length);

	// Proves: session-end
	it("show a token as revoked, however its session ended, and no other token", async () => {
		const ends: Record<string, (headers: Record<string, string>) => Promise<unknown>> = {
			logout: (headers) => service.visitor().post("/api/auth/logout", undefined, headers),
			revoked: async () => (await service.loggedIn(name)).delete("/api/auth/sessions"),
			"another password": async () =>
				(await service.loggedIn(name)).post("/api/auth/password", {
					currentPassword: ADMIN_PASSWORD,
					newPassword: "five words nobody else has",
				}),
			reset: () => usersOf(service).reset(name),
			disabled: () => usersOf(service).disable(name),
			removed: () => usersOf(service).remove(name),
		};
		for (const [how, end] of Object.entries(ends)) {
			await newUser();
			const lives = await logIn();
			await newUser();
			const { headers, place } = await logIn();
			assert.equal(await isRevoked(service, place), false, how);
			await end(headers);
			assert.equal(await isRevoked(service, place), true, how);
			assert.equal(await isRevoked(service, lives.place), false, how);
		}
	});

	// Proves: session-end
	it("still show it when the session and its user are deleted, until the token has expired", async () => {
		await newUser();
		const { headers, place } = await logIn();
		await service.visitor().post("/api/auth/logout", undefined, headers);
		await usersOf(service).remove(name);
		service.travel(11 * 3600 * second);
		await service.running.maintenance.run();
		assert.equal(await isRevoked(service, place), true);
	});

	it("are kept while a session names them, also one that lives on by confirming its password", async () => {
		await newUser();
		const { headers, place } = await logIn();
		let token = headers;
		for (let step = 1; step <= 60; step++) {
			service.travel(50 * 60 * second);
			const [path, body] =
				step % 10 === 0 ? ["reauthenticate", { password: ADMIN_PASSWORD }] : ["renew", undefined];
			const answer = await service.visitor().post(`/api/auth/${path}`, body, token);
			assert.equal(answer.status, 200, answer.text);
			token = bearerOf(answer);
		}
		await service.running.maintenance.run();
		assert.equal(await isRevoked(service, place), false);
		await service.visitor().post("/api/auth/logout", undefined, token);
		await service.running.maintenance.run();
		assert.equal(await isRevoked(service, place), true);
		service.travel(day);
		await service.running.maintenance.run();
		assertProblem(await service.visitor().get(pathOf(place.uri)), "not_found");
	});

	it("give each session a place of its own, which its renewals keep", async () => {
		await newUser();
		const logins = [await logIn(), await logIn(), await logIn()];
		const places = new Set(logins.map(({ place }) => `${place.uri} ${place.idx}`));
		assert.equal(places.size, 3);
		const [first] = logins;
		const renewed = await service.visitor().post("/api/auth/renew", undefined, first?.headers);
		assert.deepEqual(placeOf(renewed), first?.place);
	});

	it("are as long for one session as for many, and name places at random", async () => {
		await newUser();
		const places: number[] = [];
		for (let login = 0; login < 12; login++) places.push((await logIn()).place.idx);
		const inOrder = places.toSorted((one, other) => one - other);
		assert.notDeepEqual(places, inOrder);
		assert.ok(Math.max(...places) > 12);
	});

	it("are not sent again while nothing has changed", async () => {
		await newUser();
		const { headers, place } = await logIn();
		const get = async () => {
			service.travel(1 * second);
			const { headers: seen } = await service.visitor().get(pathOf(place.uri));
			const etag = seen.get("etag") ?? "";
			return service.visitor().get(pathOf(place.uri), { "if-none-match": etag });
		};
		// Not across one of the moments at which lists are signed again.
		service.travel(600 * second - (service.now() % (600 * second)));
		assert.equal((await get()).status, 304);
		const before = (await service.visitor().get(pathOf(place.uri))).headers.get("etag") ?? "";
		await service.visitor().post("/api/auth/logout", undefined, headers);
		service.travel(1 * second);
		const after = await service.visitor().get(pathOf(place.uri), { "if-none-match": before });
		assert.equal(after.status, 200);
		assert.equal((await get()).status, 304);
	});

	it("show entries that are revoked as others expire, though as many and with the same sum", async () => {
		await newUser();
		const { uri } = (await logIn()).place;
		const { database: queries } = service.running.deployment.opened;
		const revocations = [1, 4, 2, 3].map((index) => {
			return {
				status_list: uri.split("/").at(-1) ?? "",
				status_index: index,
				expires_at: service.now() + day,
			};
		});
		service.travel(600 * second - (service.now() % (600 * second)));
		await queries.insertInto("status_revocations").values(revocations.slice(0, 2)).execute();
		assert.equal(await isRevoked(service, { uri, idx: 4 }), true);
		await queries.deleteFrom("status_revocations").where("status_index", "in", [1, 4]).execute();
		await queries.insertInto("status_revocations").values(revocations.slice(2)).execute();
		assert.equal(await isRevoked(service, { uri, idx: 3 }), true);
	});

	// Proves: stolen-signing-key
	it("are signed by a key that was removed for no longer than a second", async () => {
		await newUser();
		const { place } = await logIn();
		const get = async () => (await service.visitor().get(pathOf(place.uri))).text;
		service.travel(second);
		await service.visitor().get("/.well-known/jwks.json");
		const { audit, signingKeyRotation } = service.running.deployment;
		const { active } = await audit.transact(signingKeyRotation.replaceAll);
		service.travel(800);
		await get();
		service.travel(300);
		assert.equal(opened(await get()).header.kid, active);
	});

	it("are forgotten at once when another one is read for the first time", async () => {
		const { database: queries } = service.running.deployment.opened;
		const lists = ["gone", "other"].map((id) => ({
			id,
			created_at: service.now(),
			closed_at: service.now(),
		}));
		await queries.insertInto("status_lists").values(lists).execute();
		const get = (id: string) => service.visitor().get(`/api/auth/status/${id}`);
		assert.equal((await get("gone")).status, 200);
		await queries.deleteFrom("status_lists").where("id", "=", "gone").execute();
		assert.equal((await get("other")).status, 200);
		assertProblem(await get("gone"), "not_found");
		await queries.deleteFrom("status_lists").where("id", "=", "other").execute();
	});

	it("begin again each day, and are forgotten when no token can name them", async () => {
		await newUser();
		const { place } = await logIn();
		assert.ok((await listAddresses(service)).includes(place.uri));
		service.travel(day + second);
		const next = await logIn();
		assert.notEqual(next.place.uri, place.uri);
		service.travel(12 * 3600 * second);
		await service.running.maintenance.run();
		assert.deepEqual(await listAddresses(service), [next.place.uri]);
		assertProblem(await service.visitor().get(pathOf(place.uri)), "not_found");
		assertProblem(await service.visitor().get("/api/auth/status/x"), "not_found");
	});
});
