import type { Config } from "../../platform/config/config.ts";
import { withoutPassword } from "../../platform/lib/database-url.ts";

interface Started {
	setupLink: string | null;
	adminMade: boolean;
	memoryCeiling: number;
}

/** Printed after a start. */
export function greeting(config: Config, { setupLink, adminMade, memoryCeiling }: Started): string {
	const lines = ["", `  Sallyport is ready: ${config.baseUrl}`];
	if (setupLink !== null) {
		lines.push(
			"",
			"  Open this link to set the first admin's password. It works once; `npx sallyport setup-link` shows it again.",
			`  ${setupLink}`,
		);
	}
	if (adminMade)
		lines.push(
			"",
			`  The admin "${config.adminUsername}" was created with the password of ${config.adminPasswordFile}.`,
		);
	const mebibytes = Math.ceil(memoryCeiling / 1_048_576);
	lines.push("", `  database    ${withoutPassword(config.databaseUrl)}`);
	lines.push(`  hashing     ${config.hashThreads} threads, ${mebibytes} MiB at most`);
	lines.push(`  readiness   http://127.0.0.1:${config.operationsPort}/readyz`);
	if (config.baseUrl.startsWith("http:"))
		lines.push("  warning     plain http: cookies are not marked Secure. Use it on this machine only.");
	lines.push("", "  Ctrl-C stops it.", "");
	return lines.join("\n");
}
