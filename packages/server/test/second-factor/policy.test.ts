/** Of whom a second factor is required, and what a login is answered then. */
// Proves: second-factor-policy
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { tokenOf, usersOf } from "../support/administration.ts";
import { enrol } from "../support/authenticator.ts";
import { cheap } from "../support/cheap-hashing.ts";
import { onSqlite } from "../support/databases.ts";
import { addUserOf, DAY, makeOverdue, returning, setRole } from "../support/enrolment.ts";
import { ownSession } from "../support/own-session.ts";
import { assertProblem } from "../support/problem.ts";
import { ADMIN_PASSWORD, startTestService, type TestService } from "../support/service.ts";
import type { Answer, Visitor } from "../support/visitor.ts";

const PASSWORD = "five words nobody else has";
const roles = ["user", "admin"] as const;
/** From where, and for which kind of session. */
const ways = ["known cookie", "known token", "unknown cookie", "unknown token", "setup link"] as const;

for (const setting of ["optional", "admins", "everybody"] as const) {
	onSqlite(`where the second factor is ${setting}`, (database) => {
		let service: TestService;
		const firstLogin = new Map<string, Visitor>();
		const rows = roles.flatMap((role) => ways.map((way) => ({ role, way, name: `${role}-${way}` })));
		const nameOf = (name: string) => name.replaceAll(" ", "-");
		before(async () => {
			const limits = { SALLYPORT_ADDRESS_FAILURES: "10000", SALLYPORT_ACCOUNT_FAILURES: "1000" };
			const settings = { ...cheap, ...limits, SALLYPORT_SECOND_FACTOR: setting };
			service = await startTestService({ databaseUrl: await database.url(), settings });
			for (const { name, role } of rows) {
				await addUserOf(service, nameOf(name), role);
				firstLogin.set(name, await service.loggedIn(nameOf(name)));
			}
		});
		after(() => service.stop());

		async function logIn(name: string, way: (typeof ways)[number]): Promise<Answer> {
			if (way === "setup link") {
				const { setupLink } = await usersOf(service).reset(nameOf(name));
				return service.visitor().post("/api/auth/setup", { token: tokenOf(setupLink), password: PASSWORD });
			}
			const [from, kind] = way.split(" ");
			const before = firstLogin.get(name);
			const visitor =
				from === "known" && before !== undefined ? returning(service, before) : service.visitor();
			return visitor.logIn(nameOf(name), ADMIN_PASSWORD, { session: kind === "cookie" });
		}

		for (const grace of ["within the grace", "when it is over"] as const) {
			it(`time passes: ${grace}`, () => service.travel(grace === "when it is over" ? 7 * DAY : DAY));
			for (const { role, way, name } of rows.filter(
				(row) => grace !== "within the grace" || row.way !== "setup link",
			)) {
				const isMeant = setting === "everybody" || (setting === "admins" && role === "admin");
				const isOverdue = isMeant && grace === "when it is over";
				const mayEnrol = way === "known cookie" || way === "setup link";
				const outcome = !isOverdue
					? "success"
					: mayEnrol
						? "a challenge to enrol"
						: "a refusal without a challenge";
				it(`answers the ${role} by ${way} ${grace} with ${outcome}`, async () => {
					const answer = await logIn(name, way);
					if (!isOverdue) return assert.equal(answer.status, 200, answer.text);
					assertProblem(answer, "enrolment_required");
					assert.equal(typeof answer.body?.challenge, mayEnrol ? "string" : "undefined");
					const given = answer.headers.getSetCookie().map((line) => line.split("=")[0]);
					assert.deepEqual(given, []);
				});
			}
		}
	});
}

onSqlite("a user of whom a second factor is required", (database) => {
	let service: TestService;
	before(async () => {
		const settings = { ...cheap, SALLYPORT_SECOND_FACTOR: "everybody" };
		service = await startTestService({ databaseUrl: await database.url(), settings });
		for (const name of ["ada", "bob", "eve"]) await service.addUser(name);
	});
	after(() => service.stop());
	const stateOf = async (visitor: Visitor) =>
		(await visitor.get("/api/auth/factors")).body?.secondFactor as Record<string, unknown>;

	it("is shown with its end, which later logins do not move", async () => {
		const began = service.now();
		const { on, demanded, dueAt } = await stateOf(await service.loggedIn("ada"));
		assert.deepEqual({ on, demanded }, { on: false, demanded: true });
		const due = Date.parse(String(dueAt));
		assert.ok(due >= began + 7 * DAY && due <= service.now() + 7 * DAY);
		service.travel(DAY);
		assert.equal((await stateOf(await service.loggedIn("ada"))).dueAt, dueAt);
	});

	it("may not turn two-step login off, or remove the last factor, even before it is due", async () => {
		const visitor = await service.loggedIn("bob");
		const app = await enrol(service, visitor);
		assert.deepEqual(await stateOf(visitor), { on: true, demanded: true, dueAt: null });
		const off = await visitor.send("PUT", "/api/auth/second-factor", { on: false });
		assertProblem(off, "second_factor_demanded");
		assertProblem(await visitor.delete(`/api/auth/factors/${app.id}`), "second_factor_demanded");
		const other = await enrol(service, visitor);
		assert.equal((await visitor.delete(`/api/auth/factors/${app.id}`)).status, 200);
		assertProblem(await visitor.delete(`/api/auth/factors/${other.id}`), "second_factor_demanded");
	});

	it("cannot make a session last by confirming or changing the password when it is overdue", async () => {
		const visitor = await service.loggedIn("eve");
		await makeOverdue(service, "eve");
		const authenticated = async () => (await ownSession(visitor)).authenticatedAt;
		const before = await authenticated();
		service.travel(1000);
		const refused = await visitor.post("/api/auth/reauthenticate", { password: ADMIN_PASSWORD });
		assertProblem(refused, "enrolment_required");
		assert.equal(refused.body?.challenge, undefined);
		const change = { currentPassword: ADMIN_PASSWORD, newPassword: PASSWORD };
		assert.equal((await visitor.post("/api/auth/password", change)).status, 200);
		assert.equal(await authenticated(), before);
	});

	it("becomes one by a change of role, in a new session", async () => {
		const admins = { ...cheap, SALLYPORT_SECOND_FACTOR: "admins", SALLYPORT_SECOND_FACTOR_GRACE: "0s" };
		const other = await startTestService({ databaseUrl: await database.url(), settings: admins });
		try {
			await other.addUser("gus");
			const before = await other.loggedIn("gus");
			await setRole(other, "gus", "admin");
			assertProblem(await before.get("/api/auth/session"), "session_ended");
			assertProblem(await other.visitor().logIn("gus", ADMIN_PASSWORD), "enrolment_required");
			await setRole(other, "gus", "user");
			assert.equal((await other.visitor().logIn("gus", ADMIN_PASSWORD)).status, 200);
		} finally {
			await other.stop();
		}
	});
});
