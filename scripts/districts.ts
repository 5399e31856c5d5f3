/**
 * The districts of packages/server/src, and the libraries that only some of its files may know. Both the linter's rules
 * (biome.districts.json) and the picture in ARCHITECTURE.md are printed from here: npm run generate.
 */

import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Each builds on those before it, and on nothing after it. */
export const districts = [
	{
		name: "platform",
		owns: "Everything without a notion of users: HTTP server, databases, keys, audit log, metrics, settings.",
	},
	{ name: "identity", owns: "Users, passwords, known devices, and what slows guessing down." },
	{ name: "credentials", owns: "Sessions, tokens, CSRF tokens, and the guards that check them." },
	{
		name: "operations",
		owns: "The rules: what can be done, by whom, in one transaction, with its audit event. They do not know HTTP or commands.",
	},
	{
		name: "features",
		owns: "What the service answers: one folder for each group of routes. They never import each other.",
	},
	{ name: "app", owns: "The files at the top, which put the service together." },
	{
		name: "operator",
		owns: "What an operator types, on the same operations: commands, doctor, capacity.",
	},
] as const;

/** The files of the district app; main.ts, which starts a command, is above all of them. */
export const appFiles = ["app.ts", "open-deployment.ts", "sealed-columns.ts", "start-service.ts"];

/** All but what they share. */
function featureFolders(): string[] {
	const folders = readdirSync(join(import.meta.dirname, "../packages/server/src/features"), {
		withFileTypes: true,
	});
	return folders.flatMap((each) => (each.isDirectory() && each.name !== "schemas" ? [each.name] : [])).sort();
}

/** What else the faces of the operations may not import. */
export const faces: Readonly<Record<string, ReadonlyArray<{ group: string[]; message: string }>>> = {
	features: [
		{
			group: featureFolders().map((folder) => `../${folder}/**`),
			message:
				"A feature imports no other feature. What both need is an operation, or a shape in features/schemas.",
		},
		{ group: ["**/*-store.ts"], message: "A feature reads no store. Ask an operation instead." },
	],
	operator: [{ group: ["**/*-store.ts"], message: "A command reads no store. Ask an operation instead." }],
};

export interface Library {
	names: string[];
	/** Below packages/server/src. */
	onlyIn: string[];
	reason: string;
}

export const libraries: readonly Library[] = [
	{
		names: ["fastify", "fastify/**", "fastify-*", "@fastify/**"],
		onlyIn: [
			"app.ts",
			"platform/http/**",
			"credentials/give-credential.ts",
			"credentials/guards/**",
			"features/pages/**",
		],
		reason: "Only platform/http, guards, pages and app.ts know Fastify. Take plain arguments instead.",
	},
	{
		names: ["kysely", "kysely/**", "kysely-*", "node:sqlite", "pg", "pg/**", "pg-*"],
		onlyIn: ["platform/database/**", "**/*-store.ts"],
		reason: "Only *-store.ts and platform/database know SQL. Ask a store instead.",
	},
	{
		names: ["nodemailer", "nodemailer/**"],
		onlyIn: ["platform/mail/**"],
		reason: "Only platform/mail sends mail. Queue one in the outbox instead.",
	},
];
