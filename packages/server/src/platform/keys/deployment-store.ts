/**
 * Facts about the deployment as a whole, shared by all its instances: its random id, to which CSRF tokens are bound,
 * the fingerprint of the secret under which its keys are sealed, what it was started with last.
 */
import type { Queryable } from "../database/tables.ts";

/** Writes a fact unless there is one; returns the one in force. */
export async function ensureDeploymentFact(queries: Queryable, name: string, value: string): Promise<string> {
	await queries
		.insertInto("deployment")
		.values({ name, value })
		.onConflict((conflict) => conflict.column("name").doNothing())
		.execute();
	const inForce = await findDeploymentFact(queries, name);
	if (inForce === null)
		throw new Error(`The fact ${name} of the deployment has been removed since it was written.`);
	return inForce;
}

export async function writeDeploymentFact(queries: Queryable, name: string, value: string): Promise<void> {
	await queries
		.insertInto("deployment")
		.values({ name, value })
		.onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
		.execute();
}

/** False when it is another value, or none, by now. Else it stays as it is until the transaction ends. */
export async function holdDeploymentFact(queries: Queryable, name: string, value: string): Promise<boolean> {
	const { numUpdatedRows } = await queries
		.updateTable("deployment")
		.set({ value })
		.where("name", "=", name)
		.where("value", "=", value)
		.executeTakeFirstOrThrow();
	return numUpdatedRows === 1n;
}

export async function removeDeploymentFact(queries: Queryable, name: string): Promise<void> {
	await queries.deleteFrom("deployment").where("name", "=", name).execute();
}

/** null when it was not written yet. */
export async function findDeploymentFact(queries: Queryable, name: string): Promise<string | null> {
	const row = await queries
		.selectFrom("deployment")
		.select("value")
		.where("name", "=", name)
		.executeTakeFirst();
	return row?.value ?? null;
}

/** Until the transaction ends, no other instance passes this line: for what may happen only once in a deployment. */
export async function lockDeployment(queries: Queryable): Promise<void> {
	await writeDeploymentFact(queries, "lock", "");
}

/** Rejects when the store does not answer. */
export async function readStore(queries: Queryable): Promise<void> {
	await queries.selectFrom("deployment").select("name").limit(1).execute();
}

/** Rejects when the store takes nothing. The value changes, because SQLite writes nothing that is there already. */
export async function writeStore(queries: Queryable, now: number): Promise<void> {
	await writeDeploymentFact(queries, "probe", String(now));
}
