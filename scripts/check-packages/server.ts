/** The server as an operator gets it: its tarball, installed in an empty folder, and a login. */
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { createRunner } from "../../packages/server/test/support/command.ts";
import { startServe } from "../../packages/server/test/support/serve-process.ts";
import { createVisitor } from "../../packages/server/test/support/visitor.ts";
import { npm, type Ran, run } from "./npm.ts";
import { tour } from "./tour/tour.ts";

const root = join(import.meta.dirname, "../..");
const PASSWORD = "brass otter lantern quill";
/** Bytes. */
const MOST = 60_000_000;

type Report = (name: string, ran: Pick<Ran, "ok" | "all">) => void;

/** Installs the tarball in `folder`, which is empty, and uses it with each Node. */
export async function checkServer(
	tarball: string,
	{ folder, nodes, report }: { folder: string; nodes: readonly string[]; report: Report },
): Promise<void> {
	mkdirSync(folder);
	const began = Date.now();
	const installed = await npm(folder, "install", tarball);
	const took = ((Date.now() - began) / 1000).toFixed(1);
	const bytes = installed.ok ? await sizeOf(join(folder, "node_modules")) : 0;
	report(`sallyport: installs in an empty folder (${took} s, ${(bytes / 1e6).toFixed(1)} MB)`, {
		ok: installed.ok && bytes <= MOST,
		all: installed.all,
	});
	report("sallyport: brings no development package", await bringsOnlyItsOwn(folder));
	const program = join(folder, "node_modules/sallyport/bin/sallyport.mjs");
	await tour(process.execPath, program, folder, report);
	for (const node of nodes) report(`sallyport: ${await walk(node, folder)}`, { ok: true, all: "" });
}

async function bringsOnlyItsOwn(folder: string): Promise<Pick<Ran, "ok" | "all">> {
	const read = (path: string) => JSON.parse(readFileSync(path, "utf8")) as Record<string, object>;
	const manifests = [join(root, "package.json"), join(root, "packages/server/package.json")].map(read);
	const unwanted = manifests.flatMap(({ devDependencies = {} }) => Object.keys(devDependencies));
	const found = unwanted.filter((name) => existsSync(join(folder, "node_modules", name)));
	const listed = await npm(folder, "ls", "--all");
	return { ok: listed.ok && found.length === 0, all: [...found, listed.all].join("\n") };
}

/** From the first start to a JWT. Resolves to what was done; throws what was seen instead. */
async function walk(node: string, folder: string): Promise<string> {
	const program = join(folder, "node_modules/sallyport/bin/sallyport.mjs");
	const { out: version } = await run(node, ["--version"], folder);
	const major = Number.parseInt(version.slice(1), 10);
	if (major < 24) {
		const { ok, all } = await run(node, [program, "--version"], folder);
		if (ok || !all.includes("needs Node 24 or later")) throw new Error(all);
		return `says on Node ${version.trim()} which one it needs`;
	}
	const databaseUrl = `sqlite:${join(folder, `node-${major}.db`)}`;
	const service = await startServe({ databaseUrl, command: [node, program, "serve"], cwd: folder });
	try {
		const visitor = createVisitor(service.baseUrl);
		const token = /#token=([\w-]+)/.exec(service.setupLink ?? "")?.[1];
		const page = await visitor.get("/setup");
		const setup = await visitor.post("/api/auth/setup", { token, password: PASSWORD });
		const login = await createVisitor(service.baseUrl).logIn("admin", PASSWORD);
		const steps = [page, setup, login].map(({ status }) => status);
		if (steps.some((status) => status !== 200) || typeof login.body?.token !== "string")
			throw new Error(`${steps}\n${setup.text}\n${login.text}\n${service.printed()}`);
		// Adds a passkey and an authenticator app, logs in with each, and removes them.
		const conform = createRunner({}, [node, program]);
		const asAdmin = `conform ${service.baseUrl} --user admin --password-stdin --with-factors`;
		const { code, out, err } = await conform(asAdmin, { input: `${PASSWORD}\n` });
		if (code !== 0) throw new Error(`${out}${err}`);
	} finally {
		await service.end("SIGTERM");
	}
	return `from its first start to a JWT and a passkey on Node ${version.trim()}, and keeps its contract`;
}

async function sizeOf(folder: string): Promise<number> {
	const entries = await readdir(folder, { withFileTypes: true, recursive: true });
	const files = entries.filter((entry) => entry.isFile());
	const sizes = files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size);
	return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
