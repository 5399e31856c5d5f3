/** Every command of `sallyport help`, well and badly. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Ran, Run } from "../../../packages/server/test/support/command.ts";
import type { Called } from "./record.ts";
import { ADDRESS, PASSWORD } from "./use-operations.ts";

export interface Circumstances {
	run: Run;
	called: Called;
	folder: string;
	baseUrl: string;
}

/** The names in the overview: "user add". */
export async function commandsOf(run: Run): Promise<string[]> {
	const { out } = await run("help");
	return [...out.matchAll(/^ {2}([a-z-]+(?: [a-z-]+)?) {2,}\S/gm)].map(([, name = ""]) => name);
}

export async function use({ run, called }: Circumstances, name: string, ...words: string[]): Promise<Ran> {
	return expectSuccess(called, name, await run([name, ...words].join(" ")));
}

function expectSuccess({ well }: Called, name: string, ran: Ran): Ran {
	if (ran.code !== 0) throw new Error(`sallyport ${name} ended with ${ran.code}:\n${ran.out}${ran.err}`);
	well.add(name);
	return ran;
}

/** Adds "ben", who has a password and an address, and "gil", who has a password. */
export async function addPeople(given: Circumstances): Promise<void> {
	const input = `${PASSWORD}\n`;
	for (const name of ["ben", "gil"]) {
		const added = await given.run(`user add ${name} --password-stdin`, { input });
		expectSuccess(given.called, "user add", added);
	}
	await use(given, "user set", "ben", "--email", ADDRESS, "--verified", "--attribute", "department=sales");
}

/** While the service runs. */
export async function useCommands(given: Circumstances): Promise<void> {
	const { run, folder, baseUrl } = given;
	const people = join(folder, "people.jsonl");
	writeFileSync(people, '{"username":"eve"}\n');
	await use(given, "user import", people);
	await use(given, "user invite", "dan", "--email", "dan@example.com", "--mail");
	for (const command of ["user list", "group list", "session list", "event list", "key list", "mail list"])
		await use(given, command);
	for (const command of ["session list", "event list", "user list", "setup-link"])
		await use(given, command, "dan");
	await use(given, "user role", "dan", "admin");
	await use(given, "user rename", "dan", "dana");
	await use(given, "user rename", "dana", "dan");
	for (const command of ["user show", "user factors", "user disable", "user enable", "user unlock"])
		await use(given, command, "eve");
	await use(given, "user reset", "eve");
	await use(given, "setup-link");
	await use(given, "group add", "staff");
	await use(given, "group set", "staff", "--description", "Everyone");
	await use(given, "group members", "staff", "--add", "ben");
	await use(given, "group remove", "staff");
	const declared = join(folder, "declared.json");
	writeFileSync(declared, '{"groups":[{"name":"crew"}],"users":[{"username":"ben","groups":["crew"]}]}');
	await use(given, "apply", declared);
	const listed = await use(given, "event list", "--limit", "1", "--json");
	const { events } = JSON.parse(listed.out) as { events: Array<{ id: string }> };
	await use(given, "event show", events[0]?.id ?? "");
	await use(given, "event export", "ben", "--out", join(folder, "events.ndjson"));
	await use(given, "user export", "eve", "--out", join(folder, "eve.json"));
	await use(given, "user remove", "eve");
	await use(given, "session end", "--user", "dan");
	await useClients(given);
	await useAccessKeys(given);
	await use(given, "key rotate", "--force");
	await use(given, "mail test", ADDRESS);
	await use(given, "mail retry", "--all");
	for (const command of ["config", "version", "doctor", "migrate"]) await use(given, command);
	await use(given, "capacity", "--quick");
	await use(given, "conform", baseUrl);
	const backup = join(folder, "backup");
	await use(given, "backup", backup, "--with-secret");
	const restored = { SALLYPORT_DATABASE_URL: `sqlite:${join(folder, "restored.db")}` };
	const ran = await run(`restore ${backup} --with-secret`, { more: restored });
	expectSuccess(given.called, "restore", ran);
}

async function useClients(given: Circumstances): Promise<void> {
	await use(given, "client templates");
	const wiki = ["--id", "wiki", "--name", "Wiki", "--redirect-uri", "https://wiki.example.com/callback"];
	await use(given, "client add", ...wiki);
	const { out } = await use(given, "client secret", "wiki", "--days", "30", "--json");
	const { secret } = JSON.parse(out) as { secret: { id: string } };
	await use(given, "client end-secret", "wiki", secret.id);
	await use(given, "client set", "wiki", "--launch-url", "https://wiki.example.com");
	for (const command of ["client show", "client disable", "client enable"]) await use(given, command, "wiki");
	await use(given, "client list");
	await use(given, "user applications", "ben");
	await use(given, "client remove", "wiki");
}

async function useAccessKeys(given: Circumstances): Promise<void> {
	const { run, called, folder, baseUrl } = given;
	const [first, second, reading] = [
		join(folder, "key"),
		join(folder, "next-key"),
		join(folder, "reading-key"),
	];
	expectSuccess(called, "user add", await run("user add robot --service"));
	await use(given, "access-key add", "robot", "--name", "job", "--out", first);
	const { out } = await use(given, "access-key list", "robot", "--json");
	const { accessKeys } = JSON.parse(out) as { accessKeys: Array<{ id: string }> };
	await use(given, "access-key rotate", accessKeys[0]?.id ?? "", "--out", second);
	const checked = await run("access-key check", { input: readFileSync(second, "utf8") });
	expectSuccess(called, "access-key check", checked);
	const limits = ["--name", "reader", "--scope", "sallyport:users:read"];
	await use(given, "access-key add", "robot", ...limits, "--out", reading);
	await use(given, "user list", "--server", baseUrl, "--key-file", reading);
	await use(given, "access-key end", "--user", "robot");
}

/** After the service was stopped. */
export async function moveAway(given: Circumstances, postgresUrl: string): Promise<void> {
	await use(given, "move", "--to", postgresUrl);
}

/** Each says in one line what is wrong with its options, and no more. */
export async function refuseCommands(
	names: readonly string[],
	run: Run,
	{ badly }: Called,
): Promise<string[]> {
	const complaints: string[] = [];
	for (const name of names) {
		const { code, out, err } = await run(`${name} --no-such-option`);
		const isOneLine = err.trimEnd().split("\n").length === 1;
		if (code === 2 && out === "" && isOneLine && err.includes("--no-such-option")) badly.add(name);
		else complaints.push(`sallyport ${name} --no-such-option ended with ${code}: ${out}${err}`);
	}
	return complaints;
}
