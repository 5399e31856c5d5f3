import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type GuardedApi, startApi } from "./guarded-api.ts";

const built = join(import.meta.dirname, "../../../client/dist");

/** An empty page on an origin of its own, with @sallyport/client, as it is published, under /client/. */
export async function startFrontEnd(): Promise<GuardedApi> {
	const site = await startApi(async ({ url = "/" }, response) => {
		const isScript = url.startsWith("/client/");
		response.setHeader("content-type", isScript ? "text/javascript" : "text/html; charset=utf-8");
		const page = "<!doctype html><title>Front end</title><link rel=icon href=data:,><body>";
		response.end(isScript ? await readFile(join(built, basename(url))) : page);
	});
	// The same site as the service, and yet another origin.
	return { ...site, origin: site.origin.replace("127.0.0.1", "localhost") };
}
