/** Seconds, packages and megabytes of a clean install, product beside product. */
import { execFileSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { interleave } from "../compare/interleave.ts";
import { spread } from "../compare/rows.ts";
import { comparing, type Stage } from "../compare/stage.ts";
import { temporaryFolder } from "../lib/processes.ts";
import type { Rows } from "../lib/table.ts";
import { type Installed, installAfresh, npm, peerSources } from "../subjects/install.ts";

export type InstallFigures = Awaited<ReturnType<typeof measureInstalls>>;

const root = join(import.meta.dirname, "../..");

/** Into an empty folder, from the cache of npm as far as it has the packages, so that the network counts as little as may be. */
export async function measureInstalls({ subjects, pace, say }: Stage) {
	// One install serves better-auth with either hashing.
	const sources = [...new Set(subjects.flatMap(({ source }) => source ?? []))];
	const items = [
		{ name: "sallyport", measure: installPackage },
		{ name: "sallyport-checkout", measure: installCheckout },
		...sources.map((source) => ({ name: source, measure: () => installPeer(source) })),
	];
	return { installs: await interleave(items, { rounds: Math.ceil(pace.rounds / 3), say }) };
}

/** The package of a release, from its tarball. */
async function installPackage(): Promise<Installed> {
	using packed = temporaryFolder();
	using folder = temporaryFolder();
	const words = ["pack", "--pack-destination", packed.path];
	execFileSync("npm", words, { cwd: join(root, "packages/server"), stdio: "ignore" });
	const [tarball = ""] = readdirSync(packed.path);
	return await npm(["install", "--prefix", folder.path, join(packed.path, tarball)], folder.path);
}

async function installCheckout(): Promise<Installed> {
	using folder = temporaryFolder();
	const manifests = globSync(["*/package.json", "packages/*/{package.json,bin/*}"], { cwd: root });
	for (const file of ["package.json", "package-lock.json", ".npmrc", ...manifests]) {
		mkdirSync(dirname(join(folder.path, file)), { recursive: true });
		cpSync(join(root, file), join(folder.path, file));
	}
	return await npm(["ci"], folder.path);
}

async function installPeer(source: string): Promise<Installed> {
	using folder = temporaryFolder();
	return await installAfresh(join(peerSources, source), folder.path);
}

const titles: Record<string, string> = {
	sallyport: "Sallyport, its package",
	"sallyport-checkout": "Sallyport, the checkout with what its tests need",
};

export function installRows({ installs }: InstallFigures): Rows {
	const rows = Object.entries(installs).map(([name, { rounds }]) => {
		const title = titles[name] ?? name;
		const [first] = rounds;
		if (first === undefined) return [title, "failed"];
		const compiled = first.compiled.join(", ") || "nothing";
		const megabytes = String(Math.round(first.megabytes));
		return [title, spread(rounds, ({ seconds }) => seconds), String(first.packages), megabytes, compiled];
	});
	return [["npm install", "seconds", "packages", "MB", "compiled here"], ...rows];
}

export const scenario = comparing({}, measureInstalls, installRows);
