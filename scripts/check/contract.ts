import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { loadConfig } from "../../packages/server/src/platform/config/config.ts";
import { contractDocument } from "../contract-document.ts";
import type { Contract } from "./contract/document.ts";
import { narrowings } from "./contract/narrowings.ts";

/** The contract as the source prints it now must keep what the last recorded one promised (docs/decisions/0003). */
export async function contractKeepsItsPromises(root: string): Promise<string[]> {
	const recorded = lastRecorded(root);
	if (recorded === null) return ["docs/contract: no contract is recorded there to compare with"];
	const now = JSON.parse(JSON.stringify(await contractDocument(loadConfig({})))) as Contract;
	return brokenPromises(recorded, now);
}

/** What is wrong with the contract now, seen from the recorded one. A new major version may change anything. */
export function brokenPromises(recorded: Contract, now: Contract): string[] {
	const was = recorded.info.version;
	const is = now.info.version;
	if (compare(is, was) < 0) return [`the contract is ${is} and was ${was}: versions only rise`];
	if (majorOf(is) > majorOf(was)) return [];
	return narrowings(recorded, now).map(
		(each) => `${each} (promised in ${was}; needs version ${majorOf(was) + 1}.0.0)`,
	);
}

function lastRecorded(root: string): Contract | null {
	const versionOf = (file: string) => basename(file, ".json").replace("openapi-", "");
	const last = globSync("docs/contract/openapi-*.json", { cwd: root })
		.sort((one, other) => compare(versionOf(one), versionOf(other)))
		.at(-1);
	return last === undefined ? null : (JSON.parse(readFileSync(join(root, last), "utf8")) as Contract);
}

const numbersOf = (version: string) => version.split(".").map(Number);
const majorOf = (version: string) => numbersOf(version)[0] ?? 0;

function compare(one: string, other: string): number {
	const others = numbersOf(other);
	const differences = numbersOf(one).map((number, index) => number - (others[index] ?? 0));
	return differences.find((difference) => difference !== 0) ?? 0;
}
