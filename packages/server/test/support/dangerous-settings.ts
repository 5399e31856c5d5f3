/** What `serve` says of settings that it refuses before it asks anything of a database. */
import assert from "node:assert/strict";
import { createHostedRunner } from "./command.ts";

const SALLYPORT_SECRET = "a secret of this test, long enough to be one";
/** No database answers there: a start that gets as far as that says so. */
const NOWHERE = "postgres://nobody@127.0.0.1:1/x";
const elsewhere = { SALLYPORT_DATABASE_URL: NOWHERE, SALLYPORT_SECRET };
export const quietly = createHostedRunner({});

/** The lines with which `serve` ends. */
export async function refusal(settings: Record<string, string>): Promise<string[]> {
	const { code, out, err } = await quietly("serve", { more: { ...elsewhere, ...settings } });
	assert.deepEqual([code, out], [1, ""]);
	return err.trimEnd().split("\n");
}

/** What a start would say of these settings: nothing, if they are good. */
export const objections = async (settings: Record<string, string>) =>
	(await quietly("config", { more: { ...elsewhere, ...settings } })).err;
