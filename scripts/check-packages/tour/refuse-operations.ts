/** Calls each operation of the contract badly: it refuses with an error that the contract names, and says what to do. */
import { createVisitor } from "../../../packages/server/test/support/visitor.ts";
import { type Called, type Contract, operationsOf } from "./record.ts";

/** RFC 9110, 10.1.1: an expectation that no server knows. */
const EXPECTATION = { expect: "a miracle" };

/** One line for each operation that answered with anything else. */
export async function refuseOperations(
	baseUrl: string,
	contract: Contract,
	{ badly }: Called,
): Promise<string[]> {
	const visitor = createVisitor(baseUrl);
	await visitor.get("/api/auth/csrf");
	const complaints: string[] = [];
	for (const { method, path, operation } of operationsOf(contract)) {
		const name = `${method} ${path}`;
		const hasBody = operation.requestBody !== undefined;
		const { responses = {} } = operation;
		const calls = [
			{ headers: EXPECTATION },
			// The server refuses that before any route; the route itself, a visitor who is not logged in.
			...("401" in responses ? [{}] : []),
			...(hasBody ? [{ body: "{" }, { body: { unknown: true } }] : []),
		];
		for (const { headers = {}, body } of calls as Array<{ headers?: object; body?: unknown }>) {
			const sent = { ...headers, ...(method === "GET" ? {} : { csrf: visitor.csrf ?? "" }) };
			const answer = await visitor.request(method, path.replaceAll(/\{\w+\}/g, "none"), {
				body,
				headers: sent,
			});
			const { status } = answer;
			const { code, message } = answer.body ?? {};
			const isRefused = status >= 400 && status < 500 && String(status) in responses;
			if (isRefused && typeof code === "string" && typeof message === "string") badly.add(name);
			else complaints.push(`${name} ${JSON.stringify(body ?? headers)}: ${status} ${answer.text}`);
		}
	}
	return complaints;
}
