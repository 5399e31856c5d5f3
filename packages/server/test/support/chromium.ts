import { execFileSync } from "node:child_process";
import { lstatSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export interface Chromium {
	executable: string;
	/** With the fonts and libraries it came with, so that a machine without any can run it. */
	environment: Record<string, string>;
	args: string[];
}

/** Unpacks the Chromium of the packages once per machine, user and version: about two seconds and 200 MB. */
export async function unpackedChromium(): Promise<Chromium> {
	const packed = import.meta.resolve("@sparticuz/chromium");
	const manifest = join(dirname(fileURLToPath(packed)), "../package.json");
	const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
	const folder = join(tmpdir(), `sallyport-chromium-${version}-${process.getuid?.() ?? "user"}`);
	if (!isOwn(folder)) unpack(packed, folder);
	const { default: chromium } = await import("@sparticuz/chromium");
	return {
		executable: join(folder, "chromium"),
		environment: {
			LD_LIBRARY_PATH: join(folder, "al2023/lib"),
			FONTCONFIG_FILE: join(folder, "fonts.conf"),
		},
		args: chromium.args.filter((arg) => !unsuitable.test(arg)),
	};
}

/**
 * For a function in a cloud these do no harm. Here the first line would switch off what is tested, or end it with a
 * crash at the second context; the second makes drawing four times as slow as without.
 */
const unsuitable = new RegExp(
	[
		"single-process|no-zygote|disable-web-security|allow-running-insecure|site-isolation|disable-features|headless",
		"gpu|use-gl|use-angle|swiftshader",
	].join("|"),
);

/** The name can be guessed, so a folder that another user has made there is not trusted. */
function isOwn(folder: string): boolean {
	const found = lstatSync(folder, { throwIfNoEntry: false });
	if (found === undefined) return false;
	if (found.isDirectory() && found.uid === (process.getuid?.() ?? found.uid)) return true;
	throw new Error(`${folder} belongs to another user; set TMPDIR to a folder of your own.`);
}

/** The package unpacks into the temporary folder of its process, half a file being as good as a whole one to it. */
function unpack(packed: string, folder: string): void {
	const draft = mkdtempSync(`${folder}-`);
	const program = `import chromium from ${JSON.stringify(packed)}; await chromium.executablePath();`;
	// Naming such a surrounding is how the package is asked for its libraries.
	const env = { ...process.env, TMPDIR: draft, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs24.x" };
	try {
		execFileSync(process.execPath, ["--input-type=module", "--eval", program], { env, stdio: "pipe" });
		writeFileSync(join(draft, "fonts.conf"), fontsConf(folder));
		renameSync(draft, folder);
	} catch (error) {
		rmSync(draft, { recursive: true, force: true });
		// Another process has unpacked it since.
		if (!isOwn(folder)) throw error;
	}
}

function fontsConf(folder: string): string {
	return `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
<dir>${folder}/fonts</dir>
<cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;
}
