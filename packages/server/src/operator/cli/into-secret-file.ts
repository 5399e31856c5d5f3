import { existsSync } from "node:fs";
import { open, unlink } from "node:fs/promises";
import { Failure } from "../../platform/lib/failure.ts";

/**
 * Makes a new file that only its owner can read, writes into it what `work` resolves with, and removes it if that fails. Made
 * first: a secret for which there is no place is not made at all. Throws target_unwritable.
 */
export async function intoSecretFile<T>(
	path: string,
	work: (write: (text: string) => Promise<void>) => Promise<T>,
): Promise<T> {
	const file = await open(path, "wx", 0o600).catch((cause: unknown) => {
		if (existsSync(path))
			throw new Failure(
				"target_unwritable",
				`${path} exists, and it must be a new file: choose another name.`,
			);
		const message = `${path} cannot be written: name a new file, in a folder that you may write to`;
		throw new Failure("target_unwritable", message, { cause });
	});
	try {
		return await work((text) => file.writeFile(text));
	} catch (error) {
		await unlink(path);
		throw error;
	} finally {
		await file.close();
	}
}
