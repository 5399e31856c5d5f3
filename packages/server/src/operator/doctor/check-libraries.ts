import { type Check, excerpt, failed, ok } from "../../operations/examination/check.ts";
import { MAKE_READY } from "../../platform/lib/package-root.ts";
import { lateImports } from "./late-imports.ts";

/** Whether everything loads that the service loads late: else its first user would find out. */
export async function* checkLibraries(parts = lateImports): AsyncGenerator<Check> {
	let broken = 0;
	for (const [part, loaders] of Object.entries(parts)) {
		const results = await Promise.allSettled(loaders.map((load) => load()));
		const failure = results.find((result) => result.status === "rejected");
		if (failure === undefined) continue;
		broken += 1;
		yield failed("libraries", `${part}: ${describe(failure.reason)}`, MAKE_READY);
	}
	if (broken === 0) yield ok("libraries", `all load: ${Object.keys(parts).join(", ")}`);
}

function describe(reason: unknown): string {
	const [line = ""] = (reason instanceof Error ? reason.message : String(reason)).split("\n");
	return excerpt(line);
}
