/** An admin's way through every operation of the administration. */
import { setTimeout } from "node:timers/promises";
import {
	addressIn,
	type CallHere,
	useAdministration,
} from "../../../packages/server/test/support/use-administration.ts";
import type { Answer, Visitor } from "../../../packages/server/test/support/visitor.ts";
import { PASSWORD, succeeded, type World } from "./use-operations.ts";

/** Milliseconds between two looks, and in all. */
const [LOOK, LONGEST] = [100, 30_000];

/** Ends every session. */
export async function administer({ mails, visitor }: World): Promise<void> {
	const admin = visitor();
	succeeded(await admin.logIn("admin", PASSWORD, { session: true }));
	const call: CallHere = async (route, given = {}) => {
		const [method = ""] = route.split(" ");
		const answer = await admin.send(method, addressIn(route, given), given.body, given.headers);
		if (answer.status >= 300) throw new Error(`${route}: ${answer.status} ${answer.text}`);
		return answer;
	};
	await useAdministration(call, async () => {
		mails.behave("550 RCPT TO");
		const body = { username: "fay", email: "fay@example.com", invite: "mail" };
		succeeded(await call("POST /api/admin/users", { body }), 201);
		return failedMail(admin);
	});
}

async function failedMail(admin: Visitor): Promise<string> {
	for (let waited = 0; waited < LONGEST; waited += LOOK) {
		const mails = listed(await admin.get("/api/admin/mails"));
		const failed = mails.find(({ state }) => state === "failed");
		if (failed !== undefined) return String(failed.id);
		await setTimeout(LOOK);
	}
	throw new Error("no mail was given up");
}

const listed = ({ body }: Answer) => (body?.mails ?? []) as Array<Record<string, unknown>>;
