/** What the server's package contains and installs, as CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/). */
import { readFileSync } from "node:fs";
import { join } from "node:path";

interface LockEntry {
	version?: string;
	integrity?: string;
	license?: string;
	optional?: boolean;
	dependencies?: Record<string, string>;
	optionalDependencies?: Record<string, string>;
}

/** Licence files that the builds write: of what is bundled into the server, and into its pages. */
const LICENSES = ["packages/server/dist/licenses.md", "packages/server/pages/licenses.md"];

export function billOfMaterials(root: string, version: string): object {
	const read = <Content>(path: string) => JSON.parse(readFileSync(join(root, path), "utf8")) as Content;
	const { packages } = read<{ packages: Record<string, LockEntry> }>("package-lock.json");
	const entries = Object.entries(packages).map(([path, entry]) => ({
		name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length),
		...entry,
	}));
	const find = (name: string, wanted?: string) => {
		const found = entries.find((entry) => entry.name === name && (wanted ?? entry.version) === entry.version);
		if (found === undefined) throw new Error(`package-lock.json lacks ${name} ${wanted ?? ""}`);
		return found;
	};

	const bundled = LICENSES.flatMap((path) => {
		const titles = readFileSync(join(root, path), "utf8").matchAll(/^## (\S+) - (\S+) \((.+)\)$/gm);
		return [...titles].map(([, name = "", found = ""]) => find(name, found));
	});
	const { dependencies } = read<{ dependencies: Record<string, string> }>("packages/server/package.json");
	const native = Object.entries(dependencies).map(([name, found]) => find(name, found));
	// Of these npm installs the one for its machine.
	const builds = native.flatMap(({ optionalDependencies = {} }) =>
		Object.entries(optionalDependencies).flatMap(([name, found]) =>
			entries.filter((entry) => entry.name === name && entry.version === found),
		),
	);
	const components = new Map(
		[...bundled, ...native, ...builds].map((each) => [`${each.name}@${each.version}`, each]),
	);
	return {
		bomFormat: "CycloneDX",
		specVersion: "1.6",
		version: 1,
		metadata: {
			component: { type: "application", name: "sallyport", version, purl: `pkg:npm/sallyport@${version}` },
		},
		components: [...components]
			.sort()
			.map(([, { name, version: found = "", license, integrity, optional }]) => ({
				type: "library",
				name,
				version: found,
				purl: `pkg:npm/${name.replace("@", "%40")}@${found}`,
				scope: optional ? "optional" : "required",
				...(license === undefined ? {} : { licenses: [{ expression: license }] }),
				...(integrity === undefined ? {} : { hashes: [hashOf(integrity)] }),
			})),
	};
}

/** https://w3c.github.io/webappsec-subresource-integrity/ in CycloneDX's words. */
function hashOf(integrity: string): { alg: string; content: string } {
	const [, bits = "", base64 = ""] = /^sha(\d+)-(\S+)/.exec(integrity) ?? [];
	return { alg: `SHA-${bits}`, content: Buffer.from(base64, "base64").toString("hex") };
}
