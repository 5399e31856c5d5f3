import { type Connection, errorOf, SallyportError } from "@sallyport/client";
import { saveFile } from "../save-file.ts";

/** Saves what is stored about the user as a file, of the name that the service gives it. */
export async function saveOwnData({ baseUrl, fetch, refused }: Connection): Promise<void> {
	// Not by `send`, which reads the answer into memory and gives up after a while: this one may be long.
	const { name, content } = await fetch(`${baseUrl}/api/auth/export`).then(read).catch(explained);
	saveFile(content, name);

	async function read(response: Response): Promise<{ name: string; content: Blob }> {
		if (response.ok) return { name: nameIn(response), content: await response.blob() };
		const error = await errorOf(response);
		refused(error.code);
		throw error;
	}
}

function nameIn({ headers }: Response): string {
	return /filename="([^"]+)"/.exec(headers.get("content-disposition") ?? "")?.[1] ?? "account.json";
}

function explained(cause: unknown): never {
	if (cause instanceof SallyportError) throw cause;
	throw new SallyportError("network_error", "The answer broke off.", { cause });
}
