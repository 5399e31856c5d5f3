/**
 * Keeps users as a file has them: one JSON object a line, see users.jsonl. Adds who is missing, changes what differs, and leaves all others
 * alone; a second run changes nothing.
 *
 *   SALLYPORT_KEY_FILE=provisioner.key node examples/provision/provision.mjs users.jsonl
 *
 * A user is found by `externalId` if the line has one, so that a line can rename; else by `username`. What a line does not name stays.
 */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { createAdminClient, createProgramClient } from "@sallyport/client";

const { SALLYPORT_URL: baseUrl = "http://localhost:8400", SALLYPORT_KEY_FILE: file = "provisioner.key" } =
	process.env;

/** A caller has 60 changes a minute; what is refused for that has done nothing. After a lost answer, the same key adds no second user. */
async function patiently(call) {
	for (let attempt = 1; ; attempt++)
		try {
			return await call();
		} catch (error) {
			if (!["rate_limited", "network_error"].includes(error.code) || attempt === 5) throw error;
			await setTimeout((error.retryAfter ?? attempt) * 1000);
		}
}

/** As the service keeps it. */
const canonical = {
	username: (name) => name.toLowerCase(),
	email: (address) => address.replace(/@.*/, (domain) => domain.toLowerCase()),
	groups: (names) => [...new Set(names)].sort(),
};

/** The members of `wanted` that `user` has otherwise. */
function difference(user, wanted) {
	const members = Object.entries(wanted).flatMap(([name, value]) => {
		const meant = value === null ? null : (canonical[name]?.(value) ?? value);
		if (name !== "attributes") return isDeepStrictEqual(user[name], meant) ? [] : [[name, value]];
		const others = Object.entries(value).filter(([each, text]) => (user.attributes[each] ?? null) !== text);
		return others.length === 0 ? [] : [[name, Object.fromEntries(others)]];
	});
	return Object.fromEntries(members);
}

async function provision(admin, { disabled, invite = "none", ...wanted }) {
	const query = wanted.externalId
		? { externalId: wanted.externalId }
		: { username: canonical.username(wanted.username) };
	let { value: user } = await admin.each("GET /users", { query }).next();
	const done = [];
	if (user === undefined) {
		const call = { body: { ...wanted, invite }, idempotencyKey: randomUUID() };
		({ user } = await patiently(() => admin.call("POST /users", call)));
		done.push("added");
	} else {
		const body = difference(user, wanted);
		if (Object.keys(body).length > 0) {
			const call = { id: user.id, version: user.version, body };
			await patiently(() => admin.call("PATCH /users/{id}", call));
			done.push(`changed ${Object.keys(body).join(", ")}`);
		}
	}
	if (disabled !== undefined && disabled !== (user.state === "disabled")) {
		const act = disabled ? "disable" : "enable";
		await patiently(() => admin.call(`POST /users/{id}/${act}`, { id: user.id }));
		done.push(`${act}d`);
	}
	return done;
}

try {
	const lines = readFileSync(process.argv[2] ?? "users.jsonl", "utf8").split("\n");
	// As `access-key add --out` writes them.
	const [accessKey, ofKey, user] = readFileSync(file, "utf8").trim().split(/\r?\n/);
	const { SALLYPORT_USERNAME: username = user, SALLYPORT_CSRF: csrf = ofKey } = process.env;
	const program = createProgramClient({ baseUrl, username, accessKey, csrf });
	const admin = createAdminClient(program);
	let changes = 0;
	for (const [at, line] of lines.entries()) {
		if (line.trim() === "") continue;
		try {
			const wanted = JSON.parse(line);
			const done = await provision(admin, wanted);
			changes += done.length;
			if (done.length > 0) console.log(`${wanted.username}: ${done.join(", ")}`);
		} catch (error) {
			const where = (error.errors ?? []).map(({ pointer, message }) => ` ${pointer}: ${message}`).join("");
			console.error(`line ${at + 1}: ${error.code ?? error.name}: ${error.message}${where}`);
			process.exitCode = 1;
			if (error.status === 401 || error.code === "insufficient_scope") break;
		}
	}
	console.log(`changes: ${changes}`);
	await program.logOut();
} catch (error) {
	console.error(`${error.code ?? error.name}: ${error.message}`);
	process.exitCode = 1;
}
