import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { chooseHost, NoHostError, type SeenHost, type ServerIdentity } from "./choose-host.ts";

const server = (timeline: number, { system = "7", started = "a" } = {}): ServerIdentity => ({
	...{ system, started, timeline },
});
const primary = (host: string, identity: ServerIdentity | null): SeenHost => ({
	...{ host, state: "primary", server: identity },
});
const other = (host: string, state: SeenHost["state"]): SeenHost => ({ host, state, server: null });

/** The host, or the code of the refusal. */
function choose(
	answers: SeenHost[],
	{ newest = null as ServerIdentity | null, current = -1, mustWrite = true } = {},
) {
	try {
		const { seen, chosen } = chooseHost(answers, { newest, current, mustWrite });
		return seen[chosen]?.host;
	} catch (error) {
		assert.ok(error instanceof NoHostError);
		assert.match(error.message, /^[^\n]+\.$/);
		return error.code;
	}
}

describe("of several hosts of a database, the service uses", () => {
	const [a, b] = [primary("a", server(1)), primary("b", server(2, { started: "b" }))];
	const cases = {
		"the only primary": [choose([other("x", "standby"), a, other("y", "unreachable")]), "a"],
		"the primary that was promoted last": [choose([a, b]), "b"],
		"no standby": [choose([other("x", "standby"), other("y", "standby")]), "no_primary"],
		"none that takes no writes": [choose([other("x", "read_only")]), "no_primary"],
		"no old primary that is alone, once it has seen the new one": [
			choose([a], { newest: server(2) }),
			"no_primary",
		],
		"another cluster that took the place of the first": [
			choose([primary("a", server(1, { system: "8" }))], { newest: server(2) }),
			"a",
		],
		"neither of two that were promoted at the same time": [
			choose([b, primary("c", server(2, { started: "c" }))]),
			"two_primaries",
		],
		"neither of two clusters": [choose([a, primary("c", server(9, { system: "8" }))]), "two_primaries"],
		"neither of two that do not tell": [choose([primary("a", null), primary("b", null)]), "two_primaries"],
		"one that does not tell, if it is alone": [choose([primary("a", null)]), "a"],
		"either of two names of one server": [choose([a, primary("a2", server(1))]), "a"],
		"the name of a server that it uses already": [
			choose([a, primary("a2", server(1))], { current: 1 }),
			"a2",
		],
		"a standby where the URL allows it": [choose([other("x", "standby"), a], { mustWrite: false }), "x"],
	};
	for (const [title, [chosen, expected]] of Object.entries(cases))
		it(`${title}: ${expected}`, () => assert.equal(chosen, expected));
});
