import { userInfo } from "node:os";
import { type Deployment, openDeployment, openExistingDeployment } from "../../open-deployment.ts";
import type { Administration } from "../../operations/create-operations.ts";
import { type Config, isGiven } from "../../platform/config/config.ts";
import { sqliteFile } from "../../platform/database/open.ts";
import { Failure } from "../../platform/lib/failure.ts";
import { surroundingsOfCommand } from "./define-command.ts";

export interface Opened extends Administration {
	deployment: Deployment;
}

/** Of the operator on this machine; null where the process has a number without a name, as in some containers. */
function accountName(): string | null {
	try {
		return userInfo().username;
	} catch {
		return null;
	}
}

/** Audit events are stored, but not logged. */
const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** A shell often lacks the settings of the service: then links lead to where it started last. */
function chooseBaseUrl({ baseUrl }: Config, served: string | null): string {
	if (served === null || served === baseUrl) return baseUrl;
	if (!isGiven("baseUrl")) return served;
	console.error(
		`sallyport: SALLYPORT_BASE_URL is ${baseUrl} here, but the service started with ${served}. Links lead to ${baseUrl}.`,
	);
	return baseUrl;
}

/** Says so: in a wrong folder, say, a user would be added where no service looks. */
async function makeDeployment(surroundings: Parameters<typeof openDeployment>[0]): Promise<Deployment> {
	const made = await openDeployment(surroundings);
	const place = sqliteFile(surroundings.config.databaseUrl) ?? "the database of SALLYPORT_DATABASE_URL";
	console.error(`sallyport: There was no deployment in ${place}. This command made one.`);
	return made;
}

/** Opens the configured deployment for one command. It must exist, unless `make` allows creating it. */
export async function withDeployment<T>(
	work: (opened: Opened) => Promise<T>,
	{ make = false }: { make?: boolean } = {},
): Promise<T> {
	const actor = { kind: "cli", id: accountName() } as const;
	const given = surroundingsOfCommand();
	const choose = (served: string | null) => chooseBaseUrl(given.config, served);
	const surroundings = { ...given, log: silent, chooseBaseUrl: choose };
	const opened = await openExistingDeployment(surroundings).catch(async (error: unknown) => {
		if (!make || !(error instanceof Failure) || error.code !== "no_deployment") throw error;
		return makeDeployment(surroundings);
	});
	const deployment = opened.by(actor);
	try {
		return await work({ deployment, ...deployment.administration });
	} finally {
		await deployment.close();
	}
}
