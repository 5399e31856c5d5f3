/** What an operator can do, and by which face: each operation of the administration, and each command, is here or its absence has a reason. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { commands } from "../../src/operator/cli/commands.ts";
import type { Command } from "../../src/operator/cli/define-command.ts";

/** Commands that do the same; a sentence: no command does it, and why. Paths after /api/admin. */
const operations: Record<string, string[] | string> = {
	"GET /users": ["user list", "apply"],
	"GET /users/count": "A list says how many there are.",
	"GET /users/export": "user list --json has the same, whole.",
	"GET /users/{id}": ["user show"],
	"GET /users/{id}/factors": ["user factors"],
	"GET /users/{id}/export": ["user export"],
	"GET /users/{id}/claims": "For those who write APIs, on the page of a user.",
	"POST /users": ["user add", "user invite", "apply"],
	"PATCH /users/{id}": ["user set", "user rename", "apply"],
	"PUT /users/{id}/role": ["user role", "apply"],
	"POST /users/{id}/disable": ["user disable", "apply"],
	"POST /users/{id}/enable": ["user enable", "apply"],
	"POST /users/{id}/unlock": ["user unlock"],
	"POST /users/{id}/invite": "user reset makes a new link, for a user without a password too.",
	"POST /users/{id}/reset": ["user reset"],
	"POST /users/{id}/delete": ["user remove", "apply"],
	"POST /users/import": "apply adds users without a password; hashes are for user import.",
	"POST /users/actions": "A shell repeats a command; apply does many.",
	"GET /groups": ["group list", "group members", "apply"],
	"POST /groups": ["group add", "apply"],
	"PATCH /groups/{name}": ["group set", "apply"],
	"POST /groups/{name}/delete": ["group remove", "apply"],
	"GET /groups/{name}/members": "group members lists them by name, as GET /users?group= does.",
	"POST /groups/{name}/members": ["group members"],
	"GET /clients": ["client list"],
	"POST /clients": ["client add"],
	"GET /clients/{id}": ["client show"],
	"PATCH /clients/{id}": ["client set"],
	"POST /clients/{id}/disable": ["client disable"],
	"POST /clients/{id}/enable": ["client enable"],
	"POST /clients/{id}/delete": ["client remove"],
	"POST /clients/{id}/secrets": ["client secret"],
	"POST /clients/{id}/secrets/{secret}/end": ["client end-secret"],
	"GET /clients/{id}/users": "client show counts them; user applications lists those of a user.",
	"GET /client-templates": ["client templates"],
	"GET /users/{id}/applications": ["user applications"],
	"POST /users/{id}/applications/{client}/end": ["client end-access"],
	"GET /sessions": ["session list"],
	"GET /sessions/{id}": "session list --json has all of it.",
	"POST /sessions/{id}/end": ["session end"],
	"POST /sessions/end": ["session end"],
	"POST /sessions/end-all": ["session end"],
	"GET /events": ["event list"],
	"GET /events/{id}": ["event show"],
	"GET /events/export": ["event export"],
	"GET /events/stream": ["event list"],
	"GET /setup-links": "setup-link shows the links too, which no answer does.",
	"POST /setup-links/{id}/end": "user reset and user disable end the link of a user.",
	"GET /mails": ["mail list"],
	"POST /mails/{id}/retry": ["mail retry"],
	"POST /mails/test": ["mail test"],
	"GET /access-keys": ["access-key list"],
	"POST /users/{id}/access-keys": ["access-key add"],
	"POST /access-keys/{id}/end": ["access-key end"],
	"GET /keys": ["key list"],
	"POST /keys/{kind}/rotate": ["key rotate"],
	"POST /keys/signing/replace": ["key rotate"],
	"GET /settings": ["config"],
	"GET /health": ["doctor"],
	"GET /summary": "Numbers over time are for a page, and for metrics.",
	"GET /instances": "doctor names instances where they matter.",
};

/** Commands that no operation does, and why. */
const commandsAlone: Record<string, string> = {
	serve: "Is the service.",
	conform: "Tests a service as its users see it.",
	capacity: "Measures this machine.",
	version: "Is about this program.",
	migrate: "Changes the database before the service runs.",
	backup: "A copy of the database does not go over HTTP.",
	restore: "Fills a database without a service.",
	move: "The service is stopped.",
	"user import": "Hashes do not go over HTTP.",
	"access-key rotate": "Over HTTP, a new key is made and the old one ended.",
	"access-key check": "The key itself is typed on the machine of the database alone.",
	"setup-link": "A link is a credential, which no answer shows again.",
};

/** Operations that no page of the console calls, and why. */
const notInConsole: Record<string, string> = {
	"GET /groups/{name}/members":
		"The members of a group are users: GET /users?group= lists them with all that is known.",
	"GET /users/{id}/export": "A person has asked for it, seldom: a command writes the file.",
	"GET /sessions/{id}": "The list has all of it.",
	"GET /events/{id}": "The list has all of it.",
	"GET /setup-links": "Each user's page says whether a link is open.",
	"POST /setup-links/{id}/end": "A link ends with a new one, a reset, or the user.",
};

/** As its pages write them: the name of an operation, or its address. */
function calledByConsole(operation: string): boolean {
	const folder = fileURLToPath(new URL("../../../web/src/console", import.meta.url));
	consoleSource ??= readdirSync(folder, { recursive: true, encoding: "utf8" })
		.filter((name) => /\.tsx?$/.test(name))
		.map((name) => readFileSync(join(folder, name), "utf8"))
		.join("\n");
	const [method, path = ""] = operation.split(" ");
	const isFile = method === "GET" && /\/(export|stream)$/.test(path);
	const [, act] = /^POST \/users\/\{id\}\/(disable|enable)$/.exec(operation) ?? [];
	// Each undoes the other.
	if (act !== undefined)
		return consoleSource.includes(`"${act}"`) && consoleSource.includes("POST /users/{id}/${");
	return consoleSource.includes(isFile ? path.slice(1) : `"${operation}"`);
}
let consoleSource: string | undefined;

async function everyCommand(): Promise<Map<string, Command>> {
	const found = new Map<string, Command>();
	for (const [name, load] of Object.entries(commands)) {
		const each = await load();
		if (!("commands" in each)) found.set(name, each);
		else
			for (const [second, command] of Object.entries(each.commands)) found.set(`${name} ${second}`, command);
	}
	return found;
}

describe("the faces of the administration", () => {
	it("have each operation of the contract, with its commands or a reason for none", () => {
		const contract = JSON.parse(
			readFileSync(new URL("../../../../docs/openapi.json", import.meta.url), "utf8"),
		) as { paths: Record<string, object> };
		const routes = Object.entries(contract.paths).flatMap(([path, methods]) =>
			path.startsWith("/api/admin")
				? Object.keys(methods).flatMap((method) =>
						method === "parameters" ? [] : [`${method.toUpperCase()} ${path.slice("/api/admin".length)}`],
					)
				: [],
		);
		assert.deepEqual(Object.keys(operations).sort(), routes.sort());
	});

	it("have each operation on a page of the console, or a reason for none", () => {
		const missing = Object.keys(operations).filter((operation) => !calledByConsole(operation));
		assert.deepEqual(missing.sort(), Object.keys(notInConsole).sort());
	});

	it("have each command, with its operations or a reason for none", async () => {
		const named = new Set(Object.values(operations).flatMap((each) => (Array.isArray(each) ? each : [])));
		const both = Object.keys(commandsAlone).filter((name) => named.has(name));
		assert.deepEqual(both, []);
		const all = await everyCommand();
		assert.deepEqual([...named, ...Object.keys(commandsAlone)].sort(), [...all.keys()].sort());
	});

	it("say of each command without an operation that it does not work over HTTP", async () => {
		for (const [name, { overHttp }] of await everyCommand())
			if (Object.hasOwn(commandsAlone, name)) assert.notEqual(overHttp, true, name);
			// A sentence: by people only.
			else assert.ok(overHttp === true || /^(access-key|user role|mail test)/.test(name), name);
	});
});
