/** The program that the tests run: the built one, which is what users run; its source with `npm test -- --source`. */

/** The entries of the bundle (vite.config.ts), by their paths in src/; "pg" is the PostgreSQL client that the program uses. */
interface Entries {
	app: typeof import("../../src/app.ts");
	"identity/password/strength": typeof import("../../src/identity/password/strength.ts");
	"open-deployment": typeof import("../../src/open-deployment.ts");
	"operator/cli/commands": typeof import("../../src/operator/cli/commands.ts");
	pg: typeof import("pg");
	"platform/errors": typeof import("../../src/platform/errors.ts");
	"start-service": typeof import("../../src/start-service.ts");
}

export async function load<Path extends keyof Entries>(path: Path): Promise<Entries[Path]> {
	const name = path.slice(path.lastIndexOf("/") + 1);
	const source = path === "pg" ? path : `../../src/${path}.ts`;
	return (await import(process.env.TEST_SOURCE === "1" ? source : `../../dist/${name}.js`)) as Entries[Path];
}
