/** Everything that the package offers, used once well and once badly on the program in it; fails where something is added and not used here. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createRunner } from "../../../packages/server/test/support/command.ts";
import { startMailServer } from "../../../packages/server/test/support/mail-server.ts";
import { startPostgres } from "../../../packages/server/test/support/postgres-cluster.ts";
import { startServe } from "../../../packages/server/test/support/serve-process.ts";
import { freePort } from "../../lib/free-port.ts";
import { administer } from "./administer.ts";
import { type Contract, missedOf, nameOf, nothingCalled, operationsOf, recordedVisitor } from "./record.ts";
import { refuseOperations } from "./refuse-operations.ts";
import { useApplications } from "./use-applications.ts";
import { addPeople, commandsOf, moveAway, refuseCommands, useCommands } from "./use-commands.ts";
import { addAppAtLogin, addPasskeyAtLogin, PASSWORD, setUp, useOperations } from "./use-operations.ts";
import { usePages } from "./use-pages.ts";

type Report = (name: string, outcome: { ok: boolean; all: string }) => void;

export async function tour(node: string, program: string, parent: string, report: Report): Promise<void> {
	const folder = join(parent, "tour");
	mkdirSync(folder);
	await using ends = new AsyncDisposableStack();
	const mails = await startMailServer();
	ends.defer(mails.stop);
	const ports: [number, number] = [await freePort(), await freePort()];
	const baseUrl = `http://localhost:${ports[0]}`;
	const settings = {
		...mails.settings,
		SALLYPORT_BASE_URL: baseUrl,
		SALLYPORT_OPERATIONS_PORT: String(ports[1]),
		SALLYPORT_DATABASE_URL: `sqlite:${join(folder, "sallyport.db")}`,
		SALLYPORT_PASSKEY_ORIGINS: baseUrl,
		SALLYPORT_OIDC: "on",
	};
	const serve = (more = {}) =>
		startServe({
			databaseUrl: settings.SALLYPORT_DATABASE_URL,
			ports,
			command: [node, program, "serve"],
			settings: { ...settings, ...more },
		});
	const run = createRunner(settings, [node, program]);
	const [operations, commands] = [nothingCalled(), nothingCalled()];
	const given = { run, called: commands, folder, baseUrl };

	let service = await serve();
	ends.defer(async () => void (await service.kill()));
	const contract = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as Contract;
	const visitor = () => recordedVisitor(baseUrl, contract, operations);
	const world = { baseUrl, mails, visitor };
	await setUp(world, service.setupLink);
	await addPeople(given);
	const ben = await useOperations(world);
	await useApplications(world, given, ben);
	const gil = visitor();
	await gil.logIn("gil", PASSWORD, { session: true });
	await usePages(baseUrl, "admin", PASSWORD);
	await useCommands(given);
	await administer(world);
	const refusals = await refuseOperations(baseUrl, contract, operations);
	await service.end("SIGTERM");

	// From now on a second factor is required of everyone.
	service = await serve({ SALLYPORT_SECOND_FACTOR: "everybody", SALLYPORT_SECOND_FACTOR_GRACE: "0s" });
	await addAppAtLogin(ben);
	await addPasskeyAtLogin(gil, baseUrl);
	if ((await service.end("SIGTERM")) === 0) commands.well.add("serve");
	const postgres = await startPostgres();
	ends.defer(postgres.stop);
	await moveAway(given, postgres.url("postgres"));

	const names = operationsOf(contract).map(({ method, path }) => nameOf(contract, method, path) ?? path);
	const wrong = [...refusals, ...missedOf(names, operations)];
	report(`sallyport: ${names.length} operations, each called well and badly`, {
		ok: wrong.length === 0,
		all: wrong.join("\n"),
	});
	const known = await commandsOf(run);
	const complaints = [...(await refuseCommands(known, run, commands)), ...missedOf(known, commands)];
	report(`sallyport: ${known.length} commands, each called well and badly`, {
		ok: known.length > 30 && complaints.length === 0,
		all: complaints.join("\n"),
	});
}
