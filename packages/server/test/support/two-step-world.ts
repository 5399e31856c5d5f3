/** Two instances, and users with two-step login, of which only the limits of the second factor are met. */
import { after, before } from "node:test";
import { type Authenticator, enrol } from "./authenticator.ts";
import { cheap } from "./cheap-hashing.ts";
import type { TestDatabase } from "./databases.ts";
import { type EventRow, rowsOf } from "./event-rows.ts";
import { ADMIN_PASSWORD } from "./service.ts";
import { startTwo, type TwoInstances } from "./two-instances.ts";
import type { Visitor } from "./visitor.ts";

/** A user with an authenticator app, who is logged in on a device. */
export interface TwoStepUser {
	name: string;
	id: string;
	visitor: Visitor;
	app: Authenticator;
}

/** Of passwords, far away. */
export const limits = {
	SALLYPORT_ACCOUNT_FAILURES: "1000",
	SALLYPORT_ADDRESS_FAILURES: "100000",
	SALLYPORT_CONSECUTIVE_FAILURES: "10000",
};

export function createTwoStepWorld(database: TestDatabase) {
	let two: TwoInstances;
	let users = 0;
	before(async () => {
		two = await startTwo(await database.url(), { ...cheap, ...limits });
	});
	after(() => two.stop());

	const travel = (milliseconds: number) => {
		for (const each of two.instances) each.travel(milliseconds);
	};
	const queries = () => two.instances[0].running.deployment.opened.database;

	return {
		instances: () => two.instances,
		/** A client of the first or the second, in turns. */
		at: (turn: number): Visitor => two.at(two.instances[turn % 2 === 0 ? 0 : 1]),
		/** That client, with what another one holds. */
		as: ({ cookies, csrf }: Visitor, turn: number): Visitor =>
			Object.assign(two.at(two.instances[turn % 2 === 0 ? 0 : 1]), { cookies: new Map(cookies), csrf }),
		travel,

		async newUser(): Promise<TwoStepUser> {
			const name = `user${users++}`;
			const [first, second] = two.instances;
			const { id } = await first.addUser(name);
			const visitor = two.at(first);
			await visitor.logIn(name, ADMIN_PASSWORD, { session: true });
			const app = await enrol(first, visitor);
			second.travel(first.now() - second.now());
			const next = () => {
				travel(30_000);
				return app.code();
			};
			return { name, id, visitor, app: { ...app, next } };
		},

		sessionsOf: async ({ id }: TwoStepUser): Promise<number> =>
			(await queries().selectFrom("sessions").select("id").where("user_id", "=", id).execute()).length,

		/** The codes of the user that were looked at, and were wrong. */
		failuresOf: async ({ id }: TwoStepUser): Promise<EventRow[]> =>
			(await rowsOf(two.instances[0], "authn_factor_fail")).filter(({ user_id }) => user_id === id),
	};
}
